import type { Duplex } from 'node:stream';
import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import type { Pool, PoolConnection, PoolOptions, QueryError, ResultSetHeader } from 'mysql2';
import { MIGRATION_PATIENCE, type Dialect } from '../dialect.js';
import { unavailable } from '../errors.js';

export interface MysqlOptions {
  readonly kind: 'mysql';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent: no TLS. */
  readonly tls?: {
    /** PEM texts: authorities to trust in place of Node's, and the client's own certificate and key. */
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    /** Whether the server's certificate must come from an authority that is trusted. */
    readonly rejectUnauthorized: boolean;
    /** Whether it must also be made out to `host`. */
    readonly verifyIdentity: boolean;
  };
  /** The most connections, at least 1. */
  readonly poolSize: number;
}

/** How long to wait for a connection to be made, in milliseconds. */
const CONNECT_TIMEOUT = 3_000;

/**
 * Whatever the server's defaults, in a session of ours a value that does not fit is an error, never cut or zeroed; a
 * backslash escapes, as mysql2 assumes; a statement sees what is committed; and a row held by somebody else is waited
 * for one second. None of it needs a privilege.
 */
const SESSION = `SET SESSION
  sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
  SESSION transaction_isolation = 'READ-COMMITTED',
  SESSION innodb_lock_wait_timeout = 1`;

// A lock's name is the server's, not the database's, and has at most 64 characters.
const MIGRATION_LOCK = "CONCAT('animal:', SHA2(DATABASE(), 224))";

const STEP = 'SELECT @@auto_increment_increment AS step';

/** MySQL 8.4 and later, with InnoDB. */
export function mysqlDialect({ host, port, user, password, database, tls, poolSize }: MysqlOptions): Dialect {
  // From one generated id to the next, as it was when last asked.
  let step = 1n;
  return {
    shared: false,
    connections: poolSize,
    begin: 'START TRANSACTION',
    byStatus: 'FORCE INDEX (pets_status_id)',

    async connection() {
      const mysql = await import('mysql2');
      return {
        type: 'mysql',
        host,
        port,
        username: user,
        password,
        database,
        poolSize,
        charset: 'utf8mb4',
        timezone: 'Z',
        supportBigNumbers: true,
        bigNumberStrings: false, // a number where that is exact, else text
        connectTimeout: CONNECT_TIMEOUT,
        ...(tls && { ssl: { ...tls } }), // mysql2 writes to what it is given
        extra: { enableKeepAlive: true },
        driver: {
          createPool: (options: PoolOptions) =>
            mysql.createPool(options).on('connection', (connection) => {
              // A statement in flight gets the error of its connection too; unheard, an idle one's would end the process.
              connection.on('error', () => {});
              lighten(connection);
              // mysql2 sends this before the statement that the connection was made for.
              connection.query(SESSION, (error) => {
                if (error) connection.destroy();
              });
            }),
        },
      };
    },

    send(source, text, values, held) {
      return new Promise((resolve, reject) => {
        poolOf(source).getConnection((failure, connection) => {
          if (failure) {
            reject(failure);
            return;
          }
          held(() => cutOff(connection));
          const done = (error: Error | null, result?: unknown) => {
            held();
            connection.release();
            if (error) reject(new QueryFailedError(text, values, error));
            else resolve(result);
          };
          try {
            sendOn(connection, text, values as SqlValues, done);
          } catch (error) {
            done(error as Error); // mysql2 throws what it cannot send; nobody else would catch that here
          }
        });
      });
    },

    insertedId: (result) => BigInt((result as ResultSetHeader).insertId), // what mysql2 gives for every INSERT

    // Where the number of rows is known, InnoDB gives one statement consecutive ids in every lock mode (MySQL manual,
    // "AUTO_INCREMENT Handling in InnoDB": simple inserts), a step apart. A cluster changes the step as members come
    // and go, so each statement checks it: where it is another than last time, its first value is NULL, which is refused.
    async insertAll(runner, into, [first = [], ...others]) {
      const rows = [
        `(${['IF(@@auto_increment_increment = ?, ?, NULL)', ...first.slice(1).map(() => '?')].join(', ')})`,
      ];
      for (const row of others) rows.push(`(${row.map(() => '?').join(', ')})`);
      const text = `${into} VALUES ${rows.join(', ')}`;
      const insert = async () => {
        const expected = step;
        const result: unknown = await runner.query(text, [expected, ...first, ...others.flat()]);
        const { insertId, affectedRows } = result as ResultSetHeader; // as above
        if (affectedRows !== rows.length) throw unavailable(new Error('the ids of new rows are unknown'));
        return rows.map((_, at) => BigInt(insertId) + BigInt(at) * expected);
      };
      try {
        return await insert();
      } catch (error) {
        if (codeOf(error) !== 'ER_BAD_NULL_ERROR') throw error;
        const [row] = await runner.manager.query<{ step: string | number }[]>(STEP);
        step = BigInt(row?.step ?? 1);
        return insert();
      }
    },

    async discard(runner) {
      const connection = (await runner.connect()) as PoolConnection; // TypeORM gives whatever the driver has
      connection.destroy();
    },

    async cut(runner) {
      const connection = (await runner.connect()) as PoolConnection; // as above
      if (!runner.isReleased) cutOff(connection); // else it is somebody else's by now
    },

    async whileMigrating(runner, work) {
      // The lock is this connection's: should the program die, the server lets go of it.
      if (!(await ask(runner, `GET_LOCK(${MIGRATION_LOCK}, ${MIGRATION_PATIENCE / 1000})`))) {
        throw unavailable(new Error('another program has been migrating this database for too long'));
      }
      try {
        return await work();
      } finally {
        await ask(runner, `RELEASE_LOCK(${MIGRATION_LOCK})`);
      }
    },
  };
}

/** The most values of a statement that is prepared; longer ones come in too many lengths. */
const SHORT = 7;

/**
 * Gives TypeORM a connection that costs less. TypeORM sends everything as text, through mysql2's promises, which take a
 * stack trace for each statement. A statement with a few values is one that is sent again and again, and spares the
 * server the parsing where it is prepared.
 */
function lighten(connection: PoolConnection): void {
  const light = {
    query: (text: string, values: SqlValues = []) =>
      new Promise((resolve, reject) => {
        sendOn(connection, text, values, (error, ...results) => (error ? reject(error) : resolve(results)));
      }),
  };
  Object.assign(connection, { promise: () => light });
}

function sendOn(
  connection: PoolConnection,
  text: string,
  values: SqlValues,
  done: (error: QueryError | null, ...results: unknown[]) => void,
): void {
  if (values.length === 0) connection.query(text, done);
  else if (values.length > SHORT) connection.query(text, values, done);
  else connection.execute(text, values.map(plain), done);
}

/**
 * An integer as text, of which the server makes the integer that it expects, of 64 bits too. mysql2 spends as much on
 * finding out how to write two integers in the server's own form as on all the rest of a statement.
 */
function plain<T>(value: T): T | string {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code } = error.driverError as { code?: unknown }; // TypeORM types it any
  return code;
}

function cutOff(connection: PoolConnection): void {
  // destroy() of mysql2 says goodbye and waits for the answer of a server that may never give one.
  const { stream } = connection as unknown as { stream: Duplex }; // mysql2 does not type it
  stream.destroy(Object.assign(new Error('cut off'), { code: 'ECONNABORTED' }));
}

/** The pool that TypeORM made. */
function poolOf({ driver }: DataSource): Pool {
  return (driver as unknown as { pool: Pool }).pool; // TypeORM types it any
}

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

async function ask(runner: QueryRunner, expression: string): Promise<boolean> {
  const rows = await runner.manager.query<{ answer: unknown }[]>(`SELECT ${expression} AS answer`);
  return Number(rows[0]?.answer) === 1;
}
