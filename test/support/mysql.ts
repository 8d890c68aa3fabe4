import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import pRetry from 'p-retry';
import { mysqlDialect } from '../../src/adapters/outbound/typeorm/mysql/dialect.js';
import type { ServerOptions } from '../../src/adapters/outbound/typeorm/server-url.js';
import { MysqlServer } from './mysql-server.js';
import { newDatabase, type SqlAccess, type SqlTarget, type TestStorageKind } from './test-storage.js';

const port = process.env.TEST_MYSQL_PORT;

/** Why there is no MySQL in this run; `undefined` where there is one. */
const mysqlMissing = port === undefined ? (process.env.TEST_MYSQL_MISSING ?? 'no MySQL server was started') : undefined;

const MYSQLD = process.env.TEST_MYSQLD ?? 'mysqld';

const REDO_LOG = '--innodb-redo-log-capacity=16M';

/** Durability stays at its default: what is acknowledged must survive a kill. */
const OWN_SERVER = [
  '--mysqlx=OFF',
  '--skip-log-bin',
  '--innodb-buffer-pool-size=32M',
  REDO_LOG,
  '--performance-schema=OFF',
];

/** An empty database of its own on a MySQL or MariaDB server. */
export interface MysqlDatabase extends SqlTarget {
  readonly options: ServerOptions;
  /** A connection as root, for what the service itself must not do. */
  readonly root: Connection;
}

export const mysql = mysqlKind('MySQL', mysqlMissing, {
  newTarget: () => newMysqlDatabase(),
  newServer: () => MysqlServer.prepare(MYSQLD, OWN_SERVER, ['--initialize-insecure', REDO_LOG]),
  async newUser(url, rights, password = '') {
    const user = `u_${randomBytes(8).toString('hex')}`;
    const root = await createConnection(url);
    await root.query('CREATE USER ?@? IDENTIFIED BY ?', [user, '%', password]);
    await root.query(`GRANT ${rights.join()} ON ??.* TO ?@?`, [new URL(url).pathname.slice(1), user, '%']);
    await root.end();
    return Object.assign(new URL(url), { username: user, password: encodeURIComponent(password) }).href;
  },
});

/** @param abilities `newTarget` gives an empty database on a server that speaks the protocol of MySQL */
export function mysqlKind(
  name: string,
  missing: string | undefined,
  abilities: Pick<TestStorageKind<MysqlDatabase>, 'newTarget' | 'newServer' | 'newUser'>,
): TestStorageKind<MysqlDatabase> {
  return { name, scope: 'network', missing, recipes: 'MySQL', ...abilities };
}

/** The ids of the transactions in this database that wait for a lock of another one. */
export async function waitingTransactions({ root, options }: MysqlDatabase): Promise<string[]> {
  await sleep(200); // the table is not refreshed within 0.1 s of its last reading
  const [rows] = await root.query<RowDataPacket[]>(
    `SELECT trx_id AS id FROM information_schema.innodb_trx
      JOIN information_schema.processlist AS process ON process.id = trx_mysql_thread_id
      WHERE process.db = ? AND trx_state = 'LOCK WAIT'`,
    [options.database],
  );
  return rows.map(({ id }) => String(id));
}

/** @param serverPort that of the run's MySQL server by default */
export async function newMysqlDatabase(serverPort = Number(port)): Promise<MysqlDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  const server = { host: '127.0.0.1', port: serverPort, user: 'root', password: '' };
  const root = await createConnection({ ...server, supportBigNumbers: true, bigNumberStrings: true });
  await root.query(`CREATE DATABASE ${database}`);
  await root.query(`USE ${database}`);
  const options = { ...server, database, poolSize: 5 };
  return {
    options,
    url: `mysql://${server.user}@${server.host}:${server.port}/${database}`,
    root,
    sql: accessTo(options, root),
    async drop() {
      root.destroy(); // a test may have cut it, or left a transaction open on it
      const fresh = await createConnection(server);
      await fresh.query(`DROP DATABASE ${database}`);
      await fresh.end();
    },
  };
}

function accessTo(options: ServerOptions, root: Connection): SqlAccess {
  const rowsOf = async (text: string, values: unknown[] = []) => (await root.query<RowDataPacket[]>(text, values))[0];
  const tables = async () => (await rowsOf('SHOW TABLES')).map((row) => Object.values(row).join());
  return {
    tables,
    newDatabase: (settings, poolSize = options.poolSize) =>
      newDatabase(mysqlDialect({ ...options, poolSize }), settings),
    query: rowsOf,
    async fill(table, rows) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => `\`${name}\``);
      await root.query(`INSERT INTO ${table} (${columns.join()}) VALUES ?`, [rows.map(Object.values)]);
      await root.query(`ANALYZE TABLE ${table}`);
    },
    async setNextId(table, id) {
      await root.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${id}`);
    },
    async readsOf(database, call) {
      const statement = (text: string) => database.run((manager) => manager.query<RowDataPacket[]>(text));
      await statement("SET SESSION optimizer_switch = 'index_condition_pushdown=off'"); // it hides rows from the counters
      await statement('FLUSH STATUS');
      await call();
      const counters = await statement("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
    },
    async forbidDeletion(table) {
      await root.query(`CREATE TRIGGER kept BEFORE DELETE ON ${table} FOR EACH ROW SIGNAL SQLSTATE '45000'`);
    },
    async delayCommitsOf(name) {
      const delay = `SLEEP(IF(NEW.name = '${name}', 0.005, 0))`;
      await root.query(`CREATE TRIGGER IF NOT EXISTS delay_commit AFTER INSERT ON pets FOR EACH ROW DO ${delay}`);
    },
    async hold() {
      await root.query(`LOCK TABLES ${(await tables()).map((table) => `${table} WRITE`).join()}`);
      return async () => {
        await root.query('UNLOCK TABLES');
      };
    },
    async cut() {
      const others = 'SELECT id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID()';
      // Rejects while a statement of another test cannot be converted to the character set of this table.
      const found = await pRetry(() => rowsOf(others, [options.database]), { minTimeout: 10, retries: 100, factor: 1 });
      for (const { id } of found) {
        await root.query(`KILL ${id}`).catch(() => undefined); // it has ended meanwhile
      }
    },
  };
}
