import { connect, type Socket } from 'node:net';
import { createConnection, type Connection, type ConnectionOptions, type QueryError, type SslOptions } from 'mysql2';
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
 * The most values of a statement that a server keeps prepared, which is enough to insert one row into any table. Longer
 * ones have too many different lengths: each connection has its own, and the server limits the number of all.
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

/**
 * Returns the connections of a server, in a pool of our own that TypeORM uses. The pool of mysql2 leaves the socket of a
 * failed handshake open, and shows a connection only after the handshake. Without a listener from its creation on, a
 * second error of such a connection ends the process.
 * @param size the most connections, at least 1
 */
export function mysqlPool({ ssl, ...address }: ServerAddress, size: number): Connections {
  const sockets = new Set<Socket>();
  const options: ConnectionOptions = {
    ...address,
    ...(ssl && { ssl: { ...ssl } }), // The object is a copy, because mysql2 writes to it.
    charset: 'utf8mb4',
    supportBigNumbers: true, // An integer is a number when that is exact, and otherwise text.
    connectTimeout: 0, // `openSession` has one time limit for all steps.
  };
  const open = (): Socket => {
    const socket = connect({ host: address.host, port: address.port, keepAlive: true, noDelay: true });
    sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  return {
    size,
    async dataSourceOptions() {
      const pool = new SessionPool(() => openSession(open(), options));
      return { type: 'mysql', entities: ENTITIES, database: address.database, driver: { createPool: () => pool } };
    },
    // TypeORM's query runner resolves to what the pool gives it, though its type is any.
    connectionOf(runner, session: Session) {
      return {
        runner,
        openedAt: session.openedAt,
        query: (text, values) => send(session.connection, text, values),
        discard: () => session.cut(),
      };
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy(CUT);
    },
  };
}

const CUT = Object.assign(new Error('cut off'), { code: 'ECONNABORTED' });

/** A connection whose session is set. It has what TypeORM uses of a connection in a pool. */
class Session {
  readonly openedAt = performance.now();
  /** The pool sets it. */
  onRelease: (() => void) | undefined;

  constructor(
    readonly connection: Connection,
    private readonly socket: Socket,
  ) {}

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.readableEnded;
  }

  promise() {
    return this.connection.promise();
  }

  listeners(event: string) {
    return this.connection.listeners(event);
  }

  release(): void {
    this.onRelease?.();
  }

  /** Resolves when the server has ended the connection, after its running statement. */
  async end(): Promise<void> {
    if (!this.isOpen) return;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.connection.end();
    await closed;
  }

  /** Closes the connection at once. A running statement fails. */
  cut(): void {
    this.socket.destroy(CUT);
  }
}

/** The connections of one data source of TypeORM, as many as are needed at a time. */
class SessionPool {
  private readonly sessions = new Set<Session>();
  private readonly idle: { readonly session: Session; readonly expiry: NodeJS.Timeout }[] = [];
  private isEnded = false;

  constructor(private readonly open: () => Promise<Session>) {}

  getConnection(done: (error: unknown, session?: Session) => void): void {
    this.take().then((session) => done(null, session), done);
  }

  end(done: () => void): void {
    this.isEnded = true;
    for (const { expiry } of this.idle.splice(0)) clearTimeout(expiry);
    void Promise.all([...this.sessions].map((session) => session.end())).then(done);
  }

  private async take(): Promise<Session> {
    for (let last = this.idle.pop(); last !== undefined; last = this.idle.pop()) {
      clearTimeout(last.expiry);
      if (last.session.isOpen) return last.session;
      this.sessions.delete(last.session);
    }
    const session = await this.open();
    session.onRelease = () => this.putBack(session);
    this.sessions.add(session);
    return session;
  }

  private putBack(session: Session): void {
    if (this.isEnded) return void session.end();
    if (!session.isOpen) return void this.sessions.delete(session);
    this.idle.push({ session, expiry: setTimeout(() => this.expire(session), MAX_IDLE_MS) });
  }

  private expire(session: Session): void {
    this.idle.splice(
      this.idle.findIndex((each) => each.session === session),
      1,
    );
    this.sessions.delete(session);
    void session.end();
  }
}

/** Opens a connection and sets its session. If that fails, the socket is destroyed. */
async function openSession(socket: Socket, options: ConnectionOptions): Promise<Session> {
  const limit = setTimeout(() => socket.destroy(NO_HANDSHAKE), OPENING_MS);
  try {
    await readGreeting(socket);
    const connection = createConnection({ ...options, stream: socket });
    connection.on('error', () => undefined); // The statements of the connection get the error.
    await new Promise<void>((resolve, reject) => {
      connection.query(SESSION, (error) => (error ? reject(error) : resolve()));
    });
    return new Session(connection, socket);
  } catch (error) {
    socket.destroy();
    // mysql2 reads beyond the end of a packet that is no part of the protocol.
    throw driverErrorOf(error).code.startsWith('ERR_') ? NOT_MYSQL : error;
  } finally {
    clearTimeout(limit);
  }
}

/** Waits for the first bytes of the server, and leaves them for mysql2. Rejects if they are not of MySQL's protocol. */
async function readGreeting(socket: Socket): Promise<void> {
  let head = Buffer.alloc(0);
  for await (const bytes of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, bytes]);
    if (head.length >= 5) break;
  }
  if (head.length === 0) throw CLOSED;
  // The first packet has the number 0, and is a greeting of the protocol 10 or an error.
  if (head[3] !== 0 || (head[4] !== 10 && head[4] !== 0xff)) throw NOT_MYSQL;
  socket.unshift(head);
}

const NO_HANDSHAKE = Object.assign(new Error(`the server did not complete the handshake in ${OPENING_MS / 1000} s`), {
  code: 'ETIMEDOUT',
});
const CLOSED = Object.assign(new Error('the server closed the connection'), { code: 'PROTOCOL_CONNECTION_LOST' });
const NOT_MYSQL = Object.assign(new Error('this is not a MySQL server'), { code: 'NOT_MYSQL' });

type SqlValues = Extract<Parameters<Connection['execute']>[1], unknown[]>;

/**
 * Sends a statement with a callback, because each of mysql2's promises takes a stack trace. Prepared statements spare
 * the server the parsing. A server that accepts no more of them still runs the text.
 */
function send<T>(connection: Connection, text: string, values: unknown[] = []): Promise<T> {
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
