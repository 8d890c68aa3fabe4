import { hash } from 'node:crypto';
import type { ResultSetHeader } from 'mysql2';
import { RateLimiterMySQL } from 'rate-limiter-flexible';
import type { Throttle, AttemptLimit } from '../../../../domain/ports/throttle.js';
import type { Database } from '../database.js';

/** The table that a migration makes; the library knows its columns. */
const TABLE = 'tries';

/** How many counts one statement lets go of, so that none holds its locks for long. */
const PURGE_BATCH = 500;

/** Tries in the table `tries` of MySQL, which all replicas count together. */
export class MysqlThrottle implements Throttle {
  constructor(private readonly database: Database) {}

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const { consumedPoints, msBeforeNext } = await this.withCounts((counts) =>
      counts.penalty(keyOf(name), 1, { customDuration: periodMs / 1000 }),
    );
    return consumedPoints > attempts ? Math.max(1, msBeforeNext) : 0;
  }

  async refund(name: string, { periodMs }: AttemptLimit): Promise<void> {
    await this.withCounts((counts) => counts.reward(keyOf(name), 1, { customDuration: periodMs / 1000 }));
  }

  async purgeExpired(): Promise<void> {
    let gone: number;
    do {
      const result: unknown = await this.database.run((manager) =>
        manager.query(`DELETE FROM ${TABLE} WHERE expire < ? LIMIT ${PURGE_BATCH}`, [Date.now()]),
      );
      gone = (result as ResultSetHeader).affectedRows; // what mysql2 gives for every DELETE
    } while (gone === PURGE_BATCH);
  }

  /** The library on one connection of our pool, held for as long as the work takes: making it costs nothing. */
  private withCounts<T>(work: (counts: RateLimiterMySQL) => Promise<T>): Promise<T> {
    return this.database.withQueryRunner(async (runner) => {
      const storeClient: unknown = await runner.connect();
      return work(
        new RateLimiterMySQL({
          storeClient,
          storeType: 'connection',
          dbName: runner.manager.dataSource.driver.database ?? '',
          tableName: TABLE,
          tableCreated: true,
          clearExpiredByTimeout: false, // see purgeExpired
          keyPrefix: '',
          // The library's own limit is not asked, since it would be one for all names.
          points: 0,
          duration: 0,
        }),
      );
    });
  }
}

/** Of one length for every name, so that a reader of the table learns no emails and addresses. */
function keyOf(name: string): string {
  return hash('sha256', name, 'hex');
}
