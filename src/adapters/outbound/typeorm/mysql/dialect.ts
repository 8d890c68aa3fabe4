import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { QueryRunner } from 'typeorm';
import { unavailable } from '../../support/errors.js';
import { MIGRATION_TIMEOUT_MS, type Dialect } from '../dialect.js';
import { cutOff, withPoolConnection } from './connection.js';
import { diagnoseMysql } from './diagnosis.js';
import { newInsertAll } from './insert-all.js';
import type { MysqlOptions } from './options.js';
import { poolOptions } from './pool.js';
import { refuseOldMariadb } from './version.js';

/** A lock's name belongs to the server, not to the database, and has at most 64 characters. */
const MIGRATION_LOCK = "CONCAT('animal:', SHA2(DATABASE(), 224))";

/** MySQL 8.4 and later, MariaDB 11.8 and later, with InnoDB. */
export function mysqlDialect(options: MysqlOptions): Dialect {
  let pool: Pool | undefined;
  return {
    isShared: false,
    connections: options.poolSize,
    begin: 'START TRANSACTION',
    byStatus: 'FORCE INDEX (pets_status_id)',
    dataSourceOptions: () => poolOptions(options, (created) => (pool = created)),

    verify: refuseOldMariadb,

    async withConnection(_source, signal, work) {
      if (pool === undefined) throw unavailable(new Error('not connected'));
      return withPoolConnection(pool, signal, work);
    },

    cut: (runner) => void cut(runner).catch(() => undefined), // a runner that never had a connection rejects
    insertedId: (result) => BigInt((result as ResultSetHeader).insertId), // what mysql2 gives for every INSERT
    insertAll: newInsertAll(),
    whileMigrating,
    diagnose: diagnoseMysql,
  };
}

async function cut(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as PoolConnection; // TypeORM types it any
  if (!runner.isReleased) cutOff(connection); // otherwise another call may hold it by now
}

/** The lock belongs to this connection: the server releases it when the program dies. */
async function whileMigrating<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  if (!(await isTrue(runner, `GET_LOCK(${MIGRATION_LOCK}, ${MIGRATION_TIMEOUT_MS / 1000})`))) {
    throw unavailable(new Error('another program has been migrating this database for too long'));
  }
  try {
    return await work();
  } finally {
    await isTrue(runner, `RELEASE_LOCK(${MIGRATION_LOCK})`);
  }
}

async function isTrue(runner: QueryRunner, expression: string): Promise<boolean> {
  const [row] = await runner.manager.query<{ answer: unknown }[]>(`SELECT ${expression} AS answer`);
  return Number(row?.answer) === 1;
}
