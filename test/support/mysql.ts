import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import pRetry from 'p-retry';
import { mysqlDialect } from '../../src/adapters/outbound/typeorm/mysql/dialect.js';
import type { ServerAddress } from '../../src/adapters/outbound/typeorm/mysql/pool.js';
import { newMysqlServer } from './mysql-server.js';
import { MYSQLD, mysqlMissing } from './mysqld.js';
import { onceARun } from './once-a-run.js';
import { statementsOf } from './releases.js';
import { newDatabase, type Rights, type ServerAccess, type ServerKind } from './test-storage.js';
import { CERTIFICATES } from './tls.js';

const REDO_LOG = '--innodb-redo-log-capacity=16M';

/** Durability stays at its default, because what is acknowledged must survive a kill. */
const OWN_SERVER = [
  '--mysqlx=OFF',
  '--skip-log-bin',
  '--innodb-buffer-pool-size=32M',
  REDO_LOG,
  '--performance-schema=OFF',
];

const PREPARATION = ['--initialize-insecure', REDO_LOG];

/** The server of the run does without what it needs to keep data, which is deleted with it. */
const SERVER_OF_RUN = [
  '--mysqlx=OFF',
  REDO_LOG,
  '--sync-binlog=0',
  '--innodb-file-per-table=OFF',
  '--max-connections=500',
  `--ssl-ca=${CERTIFICATES.authority}`,
  `--ssl-cert=${CERTIFICATES.server.cert}`,
  `--ssl-key=${CERTIFICATES.server.key}`,
];

/** What is true of every server that speaks the protocol of MySQL. */
export const COMMON = { isShared: true, isDurable: true, admitsOthers: true, copies: 'SQL' };

export const mysql: ServerKind = {
  ...COMMON,
  name: 'MySQL',
  missing: mysqlMissing,
  newTarget: () => newMysqlDatabase(),
  newServer: () => newMysqlServer(MYSQLD, OWN_SERVER, PREPARATION),
  rightsToLock: ['SELECT', 'UPDATE'],
  addUser: newMysqlUser,
};

/** Creates a user as `addUser` does, on a server that checks rights. */
export async function newMysqlUser(url: string, rights: Rights, password = ''): Promise<string> {
  const user = `u_${randomBytes(8).toString('hex')}`;
  const root = await createConnection(url);
  await root.query('CREATE USER ?@? IDENTIFIED BY ?', [user, '%', password]);
  const database = new URL(url).pathname.slice(1);
  if (isList(rights)) await root.query(`GRANT ${rights.join()} ON ??.* TO ?@?`, [database, user, '%']);
  else {
    for (const [table, granted] of Object.entries(rights).filter(([, list]) => list.length > 0))
      await root.query(`GRANT ${granted.join()} ON ??.?? TO ?@?`, [database, table, user, '%']);
  }
  await root.end();
  return Object.assign(new URL(url), { username: user, password: encodeURIComponent(password) }).href;
}

/** Unlike Array.isArray, this accepts a list that is read-only. */
function isList(rights: object): rights is readonly string[] {
  return Array.isArray(rights);
}

async function portOfRun(): Promise<number> {
  const { port } = await onceARun('MySQL', async () => {
    const server = await newMysqlServer(MYSQLD, SERVER_OF_RUN, PREPARATION);
    await server.start();
    await server.query('ALTER INSTANCE DISABLE INNODB REDO_LOG');
    return server.leaveToRun();
  });
  return port;
}

/** @param port the port of the server, which by default is the MySQL server of the run */
export async function newMysqlDatabase(port?: number) {
  const database = `test_${randomBytes(8).toString('hex')}`;
  const server = { host: '127.0.0.1', port: port ?? (await portOfRun()), user: 'root', password: '' };
  const root = await createConnection({ ...server, supportBigNumbers: true, bigNumberStrings: true });
  await root.query(`CREATE DATABASE ${database}`);
  await root.query(`USE ${database}`);
  return {
    url: `mysql://${server.user}@${server.host}:${server.port}/${database}`,
    sql: accessTo({ ...server, database }, root),
    async drop() {
      root.destroy(); // a test may have closed it, or left a transaction open on it
      const fresh = await createConnection(server);
      await fresh.query(`DROP DATABASE ${database}`);
      await fresh.end();
    },
  };
}

/**
 * Leaves out what the server decides: the next id, the file of the table, and the effects of the collation of the
 * table.
 */
function withoutDefaults(sql: string): string {
  const creation = sql.replace(
    / AUTO_INCREMENT=\d+| \/\*!50100 TABLESPACE .*? \*\/| CHARACTER SET utf8mb4(?= COLLATE)/g,
    '',
  );
  return creation.includes('varchar') ? creation : creation.replace(/ DEFAULT CHARSET=\w+ COLLATE=\w+/, '');
}

function accessTo(options: ServerAddress, root: Connection): ServerAccess {
  const rowsOf = async (text: string, values: unknown[] = []) => (await root.query<RowDataPacket[]>(text, values))[0];
  /** Returns the ids of the connections of programs that meet the condition. */
  const connectionsThat = async (condition: string) => {
    const text = `SELECT id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID() AND ${condition}`;
    // The query rejects while a statement of another test cannot be converted to the character set of this table.
    const found = await pRetry(() => rowsOf(text, [options.database]), { minTimeout: 10, retries: 100, factor: 1 });
    return found.map(({ id }) => String(id));
  };
  const migrationLock = "CONCAT('animal:', SHA2(DATABASE(), 224))";
  const tables = async () => (await rowsOf('SHOW TABLES')).map((row) => Object.values(row).join());
  return {
    tables,
    newDatabase: (settings, poolSize = 5, relayPort = options.port) =>
      newDatabase(mysqlDialect({ ...options, port: relayPort }, poolSize), settings),
    query: rowsOf,
    async schema() {
      const made = (await tables()).filter((table) => table !== 'migrations');
      const creations = made.map(async (table) =>
        String((await rowsOf(`SHOW CREATE TABLE ${table}`))[0]?.['Create Table']),
      );
      return (await Promise.all(creations)).map((sql) => `${withoutDefaults(sql)};\n`).join('\n');
    },
    async restore(folder) {
      for (const statement of statementsOf(readFileSync(join(folder, 'store.sql'), 'utf8')))
        await root.query(statement);
    },
    async fill(table, rows) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => `\`${name}\``);
      await root.query(`INSERT INTO ${table} (${columns.join()}) VALUES ?`, [rows.map(Object.values)]);
      await root.query(`ANALYZE TABLE ${table}`);
    },
    async setNextId(table, id) {
      await root.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${id}`);
    },
    async readsOf(database, call) {
      const statement = (text: string) => database.query<RowDataPacket[]>(text);
      // this option hides rows from the counters
      await statement("SET SESSION optimizer_switch = 'index_condition_pushdown=off'");
      await statement('FLUSH STATUS');
      await call();
      const counters = await statement("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
    },
    async forbidDeletion(table) {
      await root.query(`CREATE TRIGGER kept BEFORE DELETE ON ${table} FOR EACH ROW SIGNAL SQLSTATE '45000'`);
    },
    async hold() {
      await root.query(`LOCK TABLES ${(await tables()).map((table) => `${table} READ`).join()}`);
      return async () => {
        await root.query('UNLOCK TABLES');
      };
    },
    async cut() {
      for (const id of await connectionsThat('TRUE')) {
        await root.query(`KILL ${id}`).catch(() => undefined); // the connection has ended in the meantime
      }
    },
    connections: async () => (await connectionsThat('TRUE')).length,
    async holdMigrationLock() {
      await root.query(`SELECT GET_LOCK(${migrationLock}, 0)`);
      return async () => {
        await root.query(`SELECT RELEASE_LOCK(${migrationLock})`);
      };
    },
  };
}
