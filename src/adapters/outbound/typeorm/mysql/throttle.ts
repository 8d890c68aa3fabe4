import { LRUCache } from 'lru-cache';
import type { ResultSetHeader } from 'mysql2';
import { RateLimiterMySQL } from 'rate-limiter-flexible';
import type { Throttle, AttemptLimit } from '../../../../domain/ports/throttle.js';
import { attemptKey } from '../../support/attempt-key.js';
import type { Database } from '../database.js';

/** The table that a migration makes; the library knows its columns. */
const TABLE = 'tries';

/** How many refused names are remembered: about 2 MB. */
const MAX_REFUSED = 10_000;

/** How many counts one statement deletes, so that none holds its locks for long. */
const PURGE_BATCH = 500;

/** Counts attempts in the table `tries` of MySQL, for all replicas together. */
export class MysqlThrottle implements Throttle {
  /** Names that are refused, until their refusal ends: further attempts write no row, which all of them would share. */
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED });

  constructor(private readonly database: Database) {}

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const key = attemptKey(name);
    const remainingMs = this.refused.getRemainingTTL(key);
    if (remainingMs > 0) return remainingMs;
    const { consumedPoints, msBeforeNext } = await this.withCounts((counts) =>
      counts.penalty(key, 1, { customDuration: periodMs / 1000 }),
    );
    if (consumedPoints <= attempts) return 0;
    const ttl = Math.max(1, msBeforeNext);
    this.refused.set(key, true, { ttl });
    return ttl;
  }

  async refund(name: string, { periodMs }: AttemptLimit): Promise<void> {
    const key = attemptKey(name);
    this.refused.delete(key);
    await this.withCounts((counts) => counts.reward(key, 1, { customDuration: periodMs / 1000 }));
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
