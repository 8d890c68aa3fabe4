import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import type { ServerOptions } from '../../src/adapters/outbound/typeorm/server-url.js';
import { describeUnless } from './requirements.js';

const port = process.env.TEST_MYSQL_PORT;

/** Why there is no MySQL in this run; `undefined` where there is one. */
export const mysqlMissing =
  port === undefined ? (process.env.TEST_MYSQL_MISSING ?? 'no MySQL server was started') : undefined;

/** A suite that needs a real MySQL. */
export function describeMysql(name: string, tests: () => void): void {
  describeUnless(mysqlMissing, name, tests);
}

/** An empty database of its own on a MySQL or MariaDB server. */
export interface MysqlDatabase {
  readonly options: { readonly kind: 'mysql' } & ServerOptions;
  /** The same as a DATABASE_URL, without the size of the pool. */
  readonly url: string;
  /** A connection as root, for what the service itself must not do. */
  readonly root: mysql.Connection;
  /** Drops the database. */
  drop(): Promise<void>;
}

/** The ids of the transactions in this database that wait for a lock of another one. */
export async function waitingTransactions({ root, options }: MysqlDatabase): Promise<string[]> {
  await sleep(200); // the table is not refreshed within 0.1 s of its last reading
  const [rows] = await root.query<mysql.RowDataPacket[]>(
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
  const root = await mysql.createConnection({ ...server, supportBigNumbers: true, bigNumberStrings: true });
  await root.query(`CREATE DATABASE ${database}`);
  await root.query(`USE ${database}`);
  return {
    options: { kind: 'mysql', ...server, database, poolSize: 5 },
    url: `mysql://${server.user}@${server.host}:${server.port}/${database}`,
    root,
    async drop() {
      root.destroy(); // a test may have cut it, or left a transaction open on it
      const fresh = await mysql.createConnection(server);
      await fresh.query(`DROP DATABASE ${database}`);
      await fresh.end();
    },
  };
}
