import { connect, type Socket } from 'node:net';
import { createPool, type PoolConnection, type PoolOptions, type QueryError, type SslOptions } from 'mysql2';
import { QueryFailedError } from 'typeorm';
import type { Connections } from '../execution/dialect.js';
import { driverErrorOf } from '../execution/failures.js';
import { ENTITIES, TABLES } from '../schema/entities.js';

/**
 * The server ends a session after so many seconds without a statement. A program that stops within a transaction, for
 * instance because its machine is suspended, holds the locks of the transaction for no longer. Work that sends several
 * statements pauses for less between them.
 */
const MAX_PAUSE_S = 30;

/**
 * The most values of a statement that a server keeps prepared, which is enough to insert one row into any table. Those
 * for several rows exist in too many lengths: each connection prepares its own, and the server limits their total.
 */
const MAX_PREPARED_VALUES = Math.max(...TABLES.map(({ columns }) => columns.length));

/** The pool closes a connection that is idle for this long, before the server does. */
const MAX_IDLE_MS = 20_000;

/** How long a server may take until a connection to it can be used. Each call waits until its own deadline. */
const OPENING_MS = 3_000;

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

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent without TLS. */
  readonly ssl?: SslOptions;
}

interface ConnectionState {
  readonly socket: Socket;
  /** Whether another connection was lost since this one was opened, so that this one may lead to the same server. */
  isSuspect: boolean;
}

/**
 * Returns the connections of a server, which mysql2's pool keeps. We make their sockets, because mysql2 leaves that of a
 * failed handshake open, and reads what is no part of its protocol.
 * @param size the most connections, at least 1
 */
export function mysqlConnections({ ssl, ...address }: ServerAddress, size: number): Connections {
  const sockets = new Set<Socket>();
  const states = new Map<PoolConnection, ConnectionState>();
  const options: PoolOptions = {
    ...address,
    ...(ssl && { ssl: { ...ssl } }), // The object is a copy, because mysql2 writes to it.
    charset: 'utf8mb4',
    supportBigNumbers: true, // An integer is a number when that is exact, and otherwise text.
    connectTimeout: 0, // `MysqlPool` has one time limit for all steps.
    connectionLimit: Infinity, // The permits of the database limit them.
    maxIdle: size,
    idleTimeout: MAX_IDLE_MS,
    gracefulEnd: true,
  };
  const open = (): Socket => {
    const socket = connect({ host: address.host, port: address.port, keepAlive: true, noDelay: true });
    sockets.add(socket);
    checkGreeting(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  return {
    size,
    async dataSourceOptions() {
      const createPool = () => new MysqlPool(options, open, states);
      return { type: 'mysql', entities: ENTITIES, database: address.database, driver: { createPool } };
    },
    // TypeORM's query runner resolves to what the pool gives it, though its type is any.
    connectionOf(runner, connection: PoolConnection) {
      const state = states.get(connection);
      return {
        runner,
        query: (text, values) => send(connection, text, values),
        discard(withOthers = false) {
          if (state === undefined) return;
          state.socket.destroy(CUT);
          // If this connection is older than the last loss, newer ones are not suspect.
          const suspects = withOthers && !state.isSuspect ? states.values() : [state];
          for (const suspect of suspects) suspect.isSuspect = true;
        },
      };
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy(CUT);
    },
  };
}

const CUT = Object.assign(new Error('cut off'), { code: 'ECONNABORTED' });

/** The pool of one data source of TypeORM. It hands out connections whose session is set. */
class MysqlPool {
  private readonly pool;
  /** The socket that mysql2 has requested last, which it does before `getConnection` returns. */
  private opened: Socket | undefined;

  constructor(
    options: PoolOptions,
    open: () => Socket,
    private readonly states: Map<PoolConnection, ConnectionState>,
  ) {
    this.pool = createPool({ ...options, stream: () => (this.opened = open()) });
    // The statements of a connection get its error. A second one without a listener would end the process.
    this.pool.on('connection', (connection: PoolConnection) => connection.on('error', () => undefined));
  }

  getConnection(done: (error: unknown, connection?: PoolConnection) => void): void {
    this.take().then((connection) => done(null, connection), done);
  }

  /** Calls back when the server has ended the connections, after their running statements. */
  end(done: () => void): void {
    const sockets = [...this.states.values()].map(({ socket }) => socket);
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    this.pool.end(() => undefined);
    void Promise.all(closed).then(done);
  }

  private async take(): Promise<PoolConnection> {
    for (;;) {
      const taking = new Promise<PoolConnection>((resolve, reject) => {
        this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
      });
      const { opened } = this;
      this.opened = undefined;
      if (opened !== undefined) return this.prepare(taking, opened);
      const connection = await taking;
      const state = this.states.get(connection);
      if (state?.isSuspect === false) return connection;
      state?.socket.destroy(CUT);
    }
  }

  /** Sets the session of a connection that is being opened. If that fails, its socket is destroyed. */
  private async prepare(opening: Promise<PoolConnection>, socket: Socket): Promise<PoolConnection> {
    const limit = setTimeout(() => socket.destroy(NO_HANDSHAKE), OPENING_MS);
    const setting = opening.then(
      (connection) =>
        new Promise<PoolConnection>((resolve, reject) => {
          connection.query(SESSION, (error) => (error ? reject(error) : resolve(connection)));
        }),
    );
    // mysql2 does not call back for every socket that closes during a handshake.
    const closed = new Promise<never>((_, reject) => socket.once('close', () => reject(socket.errored ?? CLOSED)));
    try {
      const connection = await Promise.race([setting, closed]);
      this.states.set(connection, { socket, isSuspect: false });
      socket.once('close', () => this.states.delete(connection));
      return connection;
    } catch (error) {
      socket.destroy();
      // mysql2 gives no code to the error of a statement that it did not send.
      const cause = driverErrorOf(error).code === '' ? (socket.errored ?? CLOSED) : error;
      // It reads beyond the end of a packet that is no part of the protocol.
      throw driverErrorOf(cause).code.startsWith('ERR_') ? NOT_MYSQL : cause;
    } finally {
      clearTimeout(limit);
    }
  }
}

/**
 * Destroys the socket if the first packet is no greeting of the protocol 10 and no error, with the number 0. mysql2
 * receives the bytes that are read here, and no further ones before.
 */
function checkGreeting(socket: Socket): void {
  socket.on('readable', function check() {
    const head = socket.read(5) as Buffer | null; // A socket without an encoding gives bytes.
    if (head === null) return;
    socket.off('readable', check);
    if (head[3] !== 0 || (head[4] !== 10 && head[4] !== 0xff)) socket.destroy(NOT_MYSQL);
  });
}

const NO_HANDSHAKE = Object.assign(new Error(`the server did not complete the handshake in ${OPENING_MS / 1000} s`), {
  code: 'ETIMEDOUT',
});
const CLOSED = Object.assign(new Error('the server closed the connection'), { code: 'PROTOCOL_CONNECTION_LOST' });
const NOT_MYSQL = Object.assign(new Error('this is not a MySQL server'), { code: 'NOT_MYSQL' });

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
