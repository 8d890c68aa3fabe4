import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { PoolConnection, QueryError, SslOptions } from 'mysql2';
import { QueryFailedError } from 'typeorm';
import type { Pool } from '../execution/dialect.js';
import { ENTITIES, TABLES } from '../schema/entities.js';

/**
 * The server ends a session after so many seconds without a statement. A program that stops within a transaction, for
 * instance because its machine is suspended, holds the locks of the transaction for no longer. Work that sends several
 * statements pauses for less between them.
 */
const MAX_PAUSE_S = 30;

/**
 * The most values of a statement that a server keeps prepared, which is enough to insert one row into any table. Longer
 * ones have too many different lengths: each connection has its own, and the server limits the number of all.
 */
const MAX_PREPARED_VALUES = Math.max(...TABLES.map(({ columns }) => columns.length));

/** The pool closes a connection that is idle for this long, before the server does. */
const MAX_IDLE_MS = 20_000;

/**
 * Sets every session variable that our statements depend on, because the server, or its `init_connect`, may set it
 * otherwise. A statement outside of a transaction is committed at once, and the next transaction begins only by a
 * statement. Texts keep every character. Rows are limited only by a statement. A value that does not fit is an error
 * and is never cut or zeroed, and a backslash escapes, as mysql2 assumes. A statement sees committed data, and waits
 * one second for a locked row or table: by default a change of a table waits for its readers for a day or longer, and
 * further readers wait for the change. A statement takes as long as its caller waits: MySQL and MariaDB name the limit
 * differently, and each runs the comment for it. None of these settings needs a privilege.
 */
const SESSION = `SET NAMES utf8mb4 COLLATE utf8mb4_0900_bin,
    SESSION autocommit = 1, SESSION completion_type = 'NO_CHAIN', SESSION transaction_read_only = 0,
    SESSION sql_select_limit = 18446744073709551615, SESSION sql_big_selects = 1, SESSION sql_safe_updates = 0,
    SESSION sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1, SESSION wait_timeout = ${MAX_PAUSE_S},
    SESSION transaction_isolation = 'READ-COMMITTED'
    /*!80000 , SESSION max_execution_time = 0 */ /*M! , SESSION max_statement_time = 0 */`;

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
 * @param size the most connections, at least 1
 */
export function mysqlPool({ ssl, user: username, ...address }: ServerAddress, size: number): Pool {
  /** When each open connection was opened. */
  const openedAt = new Map<PoolConnection, number>();
  /** The sockets of all connections, including those that are being opened. */
  const sockets = new Set<Socket>();

  function open(): Socket {
    const socket = connect({ host: address.host, port: address.port, keepAlive: true, noDelay: true });
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  }

  /** Sets the session of a new connection. mysql2 sends this before the next statement, which gets the error. */
  function prepare(connection: PoolConnection): void {
    openedAt.set(connection, performance.now());
    // A running statement gets the error. Without a listener, the error of an idle connection would end the process.
    for (const end of ['error', 'end']) connection.on(end, () => openedAt.delete(connection));
    connection.query(SESSION, (error) => error && cut(connection, error));
  }

  return {
    size,
    async dataSourceOptions() {
      return {
        type: 'mysql',
        entities: ENTITIES,
        ...address,
        username,
        charset: 'utf8mb4',
        bigNumberStrings: false, // An integer is a number when that is exact, and otherwise text.
        // The time in milliseconds after which an attempt frees its place in the pool. Each call waits until its deadline.
        connectTimeout: 3_000,
        ...(ssl && { ssl: { ...ssl } }), // The object is a copy, because mysql2 writes to it.
        // mysql2 closes idle connections only if it may keep fewer of them than it may open. No more than `size` are
        // in use at a time.
        poolSize: size + 1,
        extra: { stream: open, maxIdle: size, idleTimeout: MAX_IDLE_MS, gracefulEnd: true },
      };
    },
    // TypeORM's query runner for mysql2 resolves to a PoolConnection, though its type is any.
    connectionOf(runner, connection: PoolConnection) {
      if (!openedAt.has(connection)) prepare(connection);
      return {
        runner,
        openedAt: openedAt.get(connection) ?? 0, // It is absent if the connection has ended.
        query: (text, values) => send(connection, text, values),
        discard: () => cut(connection),
      };
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy(CUT);
    },
  };
}

const CUT = Object.assign(new Error('cut off'), { code: 'ECONNABORTED' });

/**
 * Closes a connection at once. `destroy` of mysql2 removes it from the pool, but waits for a server that may never
 * answer: the running statement would not fail, and each time limit would leave a socket open.
 * @param error what the running statement and those behind it fail with
 */
function cut(connection: PoolConnection, error: Error = CUT): void {
  connection.destroy();
  // The type of a connection leaves out the stream, which mysql2 replaces when TLS begins.
  if (!('stream' in connection && connection.stream instanceof Duplex)) throw new Error('mysql2 has no stream');
  connection.stream.destroy(error);
}

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

/**
 * Sends a statement with a callback, because each of mysql2's promises takes a stack trace. Prepared statements spare
 * the server the parsing. A server that accepts no more of them still runs the text.
 */
function send<T>(connection: PoolConnection, text: string, values: unknown[] = []): Promise<T> {
  return new Promise((resolve, reject) => {
    const bound = values as SqlValues; // mysql2 can bind texts, integers, bytes and null.
    const done = (error: QueryError | null, result?: unknown) => {
      if (error) reject(new QueryFailedError(text, values, error));
      else resolve(result as T); // The caller knows the result of its statement.
    };
    if (values.length > 0 && values.length <= MAX_PREPARED_VALUES) {
      connection.execute(text, bound.map(integerAsText), (error, result) => {
        if (error?.code === 'ER_MAX_PREPARED_STMT_COUNT_REACHED') connection.query(text, bound, done);
        else done(error, result);
      });
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
