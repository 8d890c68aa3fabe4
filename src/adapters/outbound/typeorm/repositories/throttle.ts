import { LRUCache } from 'lru-cache';
import { MoreThan } from 'typeorm';
import type { AttemptLimit, Throttle } from '../../../../domain/ports/security.js';
import { attemptKey } from '../../support/memory-throttle.js';
import type { Database } from '../execution/database.js';
import { ATTEMPTS } from '../schema/entities.js';
import { purgeBefore } from '../maintenance/purge.js';

/** How many refused names are remembered, which bounds the memory. */
const MAX_REFUSED = 10_000;

/** Counts the attempts at all replicas in the table `tries`. */
export class SqlThrottle implements Throttle {
  /**
   * The names that are refused until their refusal ends. Further attempts under such a name write nothing, because all
   * of them would wait for the same row.
   */
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED });

  /** @param countAttempt as in `Dialect` */
  constructor(
    private readonly database: Database,
    private readonly countAttempt: string,
  ) {}

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const key = attemptKey(name);
    const remainingMs = this.refused.getRemainingTTL(key);
    if (remainingMs > 0) return remainingMs;
    const now = Date.now();
    const { points, expire } = await this.database.transaction(async (connection) => {
      await connection.query(this.countAttempt, [key, now + periodMs, now, now, now + periodMs]);
      return connection.runner.manager.findOneByOrFail(ATTEMPTS, { key });
    });
    if (points <= attempts) return 0;
    const ttl = Math.max(1, Number(expire) - now);
    this.refused.set(key, true, { ttl });
    return ttl;
  }

  async refund(name: string): Promise<void> {
    const key = attemptKey(name);
    this.refused.delete(key);
    await this.database.execute(({ runner }) =>
      runner.manager.decrement(ATTEMPTS, { key, expire: MoreThan(BigInt(Date.now())) }, 'points', 1),
    );
  }

  purgeExpired(): Promise<void> {
    return purgeBefore(this.database, { entity: ATTEMPTS, property: 'expire' }, new Date());
  }
}
