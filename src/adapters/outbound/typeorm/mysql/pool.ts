import { Duplex } from 'node:stream';
import type { Pool as DriverPool, PoolConnection, PoolOptions, QueryError, SslOptions } from 'mysql2';
import { QueryFailedError } from 'typeorm';
import type { Pool } from '../dialect.js';
import { MAX_PREPARED_VALUES } from '../tables.js';

/**
 * The server ends a session after so many seconds without a statement. A program that stops within a transaction, for
 * instance because its machine is suspended, holds the locks of the transaction for no longer. Work that sends several
 * statements pauses for less between them.
 */
const MAX_PAUSE_S = 30;

/** The pool closes a connection that is idle for this long, before the server does. */
const MAX_IDLE_MS = 20_000;

/**
 * With these settings a value that does not fit is an error and is never cut or zeroed, a backslash escapes, as mysql2
 * assumes, and a statement sees committed data and waits one second for a locked row or table. None of them needs a
 * privilege. By default a change of a table waits for its readers for a day or longer, and further readers wait for the
 * change.
 */
const SESSION = `SET SESSION
    sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1, SESSION wait_timeout = ${MAX_PAUSE_S},
    SESSION transaction_isolation = 'READ-COMMITTED'`;

/** The address of a server and the credentials for it, as a DATABASE_URL gives them. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** It is absent if the connection does not use TLS. */
  readonly ssl?: SslOptions;
}

/**
 * Returns the connections of a server: those of the pool that TypeORM creates.
 * @param poolSize the most connections, at least 1
 */
export function mysqlPool({ ssl, user: username, ...address }: ServerAddress, poolSize: number): Pool {
  /** When each open connection was opened. */
  const openedAt = new Map<PoolConnection, number>();
  /** Closes a connection. @param error what its running statement fails with */
  const cut = (connection: PoolConnection, error?: Error) => {
    openedAt.delete(connection);
    connection.destroy(); // This removes it from the pool, but waits for a server that may never answer.
    // The type of a connection leaves out the stream, which mysql2 replaces when TLS begins.
    if (!('stream' in connection && connection.stream instanceof Duplex)) throw new Error('mysql2 has no stream');
    connection.stream.destroy(error ?? Object.assign(new Error('cut off'), { code: 'ECONNABORTED' }));
  };
  const observed = (pool: DriverPool) =>
    pool.on('connection', (connection) => {
      openedAt.set(connection, performance.now());
      const forget = () => openedAt.delete(connection);
      // A running statement gets the error. Without a listener, the error of an idle connection would end the process.
      connection.on('error', forget);
      connection.on('end', forget);
      // mysql2 sends this before the statement that the connection was made for, which gets the error.
      connection.query(SESSION, (error) => error && cut(connection, error));
    });
  return {
    poolSize,
    async dataSourceOptions() {
      const mysql = await import('mysql2');
      return {
        type: 'mysql',
        ...address,
        username,
        charset: 'utf8mb4',
        bigNumberStrings: false, // An integer is a number when that is exact, and otherwise text.
        connectTimeout: 3_000, // The time is in milliseconds.
        ...(ssl && { ssl: { ...ssl } }), // The object is a copy, because mysql2 writes to it.
        // mysql2 closes idle connections only if it may keep fewer of them than it may open. No more than poolSize are
        // in use at a time.
        poolSize: poolSize + 1,
        extra: { enableKeepAlive: true, maxIdle: poolSize, idleTimeout: MAX_IDLE_MS, gracefulEnd: true },
        driver: { createPool: (options: PoolOptions) => observed(mysql.createPool(options)) },
      };
    },
    // TypeORM's query runner for mysql2 resolves to a PoolConnection, though its type is any.
    connectionOf(runner, connection: PoolConnection) {
      return {
        runner,
        openedAt: openedAt.get(connection) ?? 0, // It is absent if the connection has ended. Its statement fails.
        query: (text, values = []) => send(connection, text, values),
        discard: () => cut(connection),
      };
    },
  };
}

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

/**
 * Sends a statement with a callback, because each of mysql2's promises takes a stack trace. Prepared statements spare
 * the server the parsing.
 */
function send<T>(connection: PoolConnection, text: string, values: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = (error: QueryError | null, result?: unknown) => {
      if (error) reject(new QueryFailedError(text, values, error));
      else resolve(result as T); // The caller knows the result of its statement.
    };
    const bound = values as SqlValues; // mysql2 can bind texts, integers, bytes and null.
    if (values.length > 0 && values.length <= MAX_PREPARED_VALUES) {
      connection.execute(text, bound.map(integerAsText), done);
    } else connection.query(text, bound, done);
  });
}

/**
 * Returns an integer as text, which the server converts to an integer, because mysql2 is slow at the binary form of
 * integers.
 */
function integerAsText<T>(value: T): T | string {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}
