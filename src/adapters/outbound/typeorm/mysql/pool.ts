import { Duplex } from 'node:stream';
import type { Pool, PoolConnection, PoolOptions, QueryError } from 'mysql2';
import { QueryFailedError, type DataSourceOptions } from 'typeorm';
import type { OpenConnections } from '../open-connections.js';
import type { ServerOptions } from '../server-url.js';

/**
 * A value that does not fit is an error, never cut or zeroed; a backslash escapes, as mysql2 assumes; a statement sees
 * committed data, and waits one second for a locked row. None of this needs a privilege.
 */
const SESSION = [
  `SET SESSION
    sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    SESSION innodb_lock_wait_timeout = 1`,
  // Not as a variable, which MariaDB before 11.1 lacks: its version is the error to report.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/** Loads mysql2. TypeORM creates the pool, whose connections become known to `connections`. */
export async function mysqlOptions(
  { tls, user: username, ...address }: ServerOptions,
  connections: OpenConnections<PoolConnection>,
): Promise<DataSourceOptions> {
  const mysql = await import('mysql2');
  return {
    type: 'mysql',
    ...address,
    username,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false, // a number when that is exact, otherwise text
    connectTimeout: 3_000, // in milliseconds
    multipleStatements: true, // see insert-all.ts; every value is bound or escaped
    ...(tls && { ssl: { ...tls } }), // a copy, since mysql2 writes to it
    extra: { enableKeepAlive: true },
    driver: { createPool: (options: PoolOptions) => observed(mysql.createPool(options), connections) },
  };
}

function observed(pool: Pool, connections: OpenConnections<PoolConnection>): Pool {
  pool.on('connection', (connection) => {
    connections.add(connection);
    // mysql2 sends these before the statement that the connection was made for, which gets the error.
    for (const statement of SESSION)
      connection.query(statement, (error) => error && connections.cut(connection, error));
  });
  pool.on('acquire', (connection) => connections.use(connection));
  pool.on('release', (connection) => connections.release(connection));
  return pool;
}

export function destroy(connection: PoolConnection, error: Error): void {
  connection.destroy(); // takes it from the pool, and waits for a server that may never answer
  // Its types leave out the stream, which mysql2 replaces when TLS begins.
  if (!('stream' in connection && connection.stream instanceof Duplex)) throw new Error('mysql2 has no stream');
  connection.stream.destroy(error);
}

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

/** The most values of a statement that is prepared; longer ones come in too many lengths to keep prepared. */
const MAX_PREPARED_VALUES = 7;

/** By callback: mysql2's promises take a stack trace each. Prepared statements spare the server the parsing. */
export function send<T>(connection: PoolConnection, text: string, values: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = (error: QueryError | null, result?: unknown) => {
      if (error) reject(new QueryFailedError(text, values, error));
      else resolve(result as T); // the caller knows the result of its statement
    };
    const bound = values as SqlValues; // texts, integers, bytes and null: mysql2 binds each
    if (values.length === 0) connection.query(text, done);
    else if (values.length > MAX_PREPARED_VALUES) connection.query(text, bound, done);
    else connection.execute(text, bound.map(integerAsText), done);
  });
}

/** The server makes an integer of it. In mysql2, the binary form of two integers costs as much as the rest of a statement. */
function integerAsText<T>(value: T): T | string {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}
