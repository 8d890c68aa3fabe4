import type { Pool, PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { Connections } from './connections.js';
import type { MysqlOptions } from './options.js';

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Independent of the server's defaults, in our sessions a value that does not fit is an error, never cut or zeroed; a
 * backslash escapes, as mysql2 assumes; a statement sees what is committed; and a statement waits one second for a locked
 * row. None of this needs a privilege.
 */
const SESSION = [
  `SET SESSION
    sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    SESSION innodb_lock_wait_timeout = 1`,
  // Not as a variable, which MariaDB before 11.1 lacks: its version is the error to report.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/**
 * Loads mysql2.
 * @param connections observes the pool
 * @param created called with the pool that TypeORM creates
 */
export async function poolOptions(
  { host, port, user, password, database, tls, poolSize }: MysqlOptions,
  connections: Connections,
  created: (pool: Pool) => void,
): Promise<DataSourceOptions> {
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
    bigNumberStrings: false, // a number when that is exact, otherwise text
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(tls && { ssl: { ...tls } }), // a copy, since mysql2 writes to it
    extra: { enableKeepAlive: true },
    driver: {
      createPool(options: PoolOptions) {
        const pool = mysql.createPool(options);
        connections.observe(pool);
        pool.on('connection', (connection) => {
          // mysql2 sends these before the statement that the connection was made for, which gets the error.
          for (const statement of SESSION) {
            connection.query(statement, (error) => {
              if (error) connections.discard(connection, error);
            });
          }
        });
        created(pool);
        return pool;
      },
    },
  };
}
