import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createDB } from 'mysql-memory-server';
import mysql from 'mysql2/promise';
import { animalStore } from './processes.js';

/** How a server that keeps what it acknowledged is set up: the engine's defaults, less a log of every statement. */
const SETUP = [
  'SET GLOBAL general_log = OFF;',
  'SET GLOBAL innodb_flush_log_at_trx_commit = 1;',
  'SET GLOBAL sync_binlog = 1;',
  'SET GLOBAL innodb_buffer_pool_size = 1073741824;',
].join('\n');

/** A throwaway MySQL: the `mysqld` on the PATH, or one that is downloaded. */
async function startMysql() {
  const server = await createDB({ xEnabled: 'OFF', downloadRetries: 1, initSQLString: SETUP, dbName: 'bench' });
  return {
    version: server.mysql.version,
    url: `mysql://root@127.0.0.1:${server.port}/bench`,
    connect: () => mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'root', database: 'bench' }),
    stop: () => server.stop(),
  };
}

/** The server's process. */
async function pidOf(connection) {
  const [[{ file }]] = await connection.query('SELECT @@pid_file AS file');
  return Number(readFileSync(file, 'utf8'));
}

/**
 * A store of its own with animals, an account and an API key. `forPeers` is what the peers take as STORE; SQLite has no
 * process.
 * @param {'mysql' | 'sqlite'} kind @param {string} folder for the file of SQLite
 */
export async function filledStore(kind, folder, animals) {
  const store = kind === 'mysql' ? await startedMysql() : fileIn(folder);
  const variables = { DATABASE_URL: store.url };
  await animalStore(['migrate'], variables);
  const version = await store.fill(animals);
  await animalStore(['accounts', 'create', 'bench@example.com'], variables);
  const key = await animalStore(['keys', 'create', '--account', 'bench@example.com'], variables);
  return { ...store, name: `${store.name} ${version}`, variables, key };
}

async function startedMysql() {
  const server = await startMysql();
  const root = await server.connect();
  const fill = async (animals) => {
    await fillMysql(root, animals);
    await root.end();
    return server.version;
  };
  return { name: 'MySQL', url: server.url, forPeers: server.url, pid: await pidOf(root), fill, stop: server.stop };
}

function fileIn(folder) {
  const path = join(folder, 'animals.sqlite');
  const fill = async (animals) => fillSqlite(path, animals);
  return { name: 'SQLite', url: `sqlite:${path}`, forPeers: path, pid: undefined, fill, stop: async () => {} };
}

/** How many rows one statement of the filling adds. */
const SLICE = 100_000;

/** The status of the animal with an id: one in 200 is sold, one in 20 pending, the others available. */
function statusOf(id) {
  if (id % 200 === 0) return 'sold';
  return id % 20 === 1 ? 'pending' : 'available';
}

/** Adds animals until there are `count`, with ids from 1 on, and statuses as `statusOf` says. */
async function fillMysql(connection, count) {
  const [[{ last }]] = await connection.query('SELECT COALESCE(MAX(id), 0) AS last FROM pets');
  await connection.query(`SET SESSION cte_max_recursion_depth = ${SLICE}`);
  for (let from = Number(last) + 1; from <= count; from += SLICE) {
    await connection.query(
      `INSERT INTO pets (id, name, category_id, status)
       WITH RECURSIVE sequence (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM sequence WHERE n < ?)
       SELECT n, CONCAT('animal ', n), n % 50, IF(n % 200 = 0, 'sold', IF(n % 20 = 1, 'pending', 'available'))
       FROM sequence`,
      [from, Math.min(from + SLICE - 1, count)],
    );
  }
  await connection.query('ANALYZE TABLE pets');
}

/** Adds animals to an empty table, with ids from 1 on, and statuses as `statusOf` says. @returns SQLite's version */
function fillSqlite(path, count) {
  const handle = new BetterSqlite3(path);
  handle.function('status_of', statusOf);
  handle
    .prepare(
      `INSERT INTO pets (id, name, category_id, status)
       WITH RECURSIVE sequence (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM sequence WHERE n < ?)
       SELECT n, 'animal ' || n, n % 50, status_of(n) FROM sequence`,
    )
    .run(count);
  const { version } = handle.prepare('SELECT sqlite_version() AS version').get();
  handle.close();
  return version;
}
