import { LRUCache } from 'lru-cache';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { AttemptLimit, Throttle } from '../../../domain/ports/security.js';
import { attemptKey } from '../support/memory-throttle.js';
import type { Database } from './database.js';
import type { Limiter } from './dialect.js';
import { purgeBefore } from './purge.js';

/** A migration creates this table. The library knows its columns. */
const TABLE = 'tries';

/** How many refused names are remembered, which bounds the memory. */
const MAX_REFUSED = 10_000;

/** Counts the attempts at all replicas in the table `tries`. */
export class SqlThrottle implements Throttle {
  /**
   * The names that are refused until their refusal ends. Further attempts under such a name write nothing, because all
   * of them would wait for the same row.
   */
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED });

  constructor(
    private readonly database: Database,
    private readonly limiter: Limiter,
  ) {}

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
    const key = await this.database.run(async ({ dataSource }) => dataSource.driver.escape('key'));
    await purgeBefore(this.database, { table: TABLE, key, column: 'expire' }, new Date());
  }

  /**
   * Runs the library on one connection of the pool, which is held for as long as the work takes. Creating the library's
   * object costs next to nothing.
   */
  private withCounts<T>(work: (counts: RateLimiterStoreAbstract) => Promise<T>): Promise<T> {
    return this.database.executeManaged(async ({ runner }) => {
      const storeClient: unknown = await runner.connect();
      return work(
        new this.limiter({
          storeClient,
          storeType: 'connection',
          dbName: runner.manager.dataSource.driver.database ?? '',
          tableName: TABLE,
          tableCreated: true,
          clearExpiredByTimeout: false, // purgeExpired clears them instead.
          keyPrefix: '',
          points: 0, // The library's own limit is not used, as in MemoryThrottle.
          duration: 0,
        }),
      );
    });
  }
}
