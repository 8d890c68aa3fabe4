import { LRUCache } from 'lru-cache';
import { MoreThan } from 'typeorm';
import type { AttemptLimit, AttemptRepository } from '../../../../domain/ports/repositories.js';
import type { Database } from '../execution/database.js';
import { ATTEMPTS } from '../schema/entities.js';
import { purgeBefore } from '../maintenance/purge.js';

const MAX_REFUSED = 10_000;

export class SqlAttemptRepository implements AttemptRepository {
  /** Further attempts under a refused key write nothing, because all of them would wait for the same row. */
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED });

  constructor(
    private readonly database: Database,
    private readonly countAttempt: string,
  ) {}

  async count(key: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const remainingMs = this.refused.getRemainingTTL(key);
    if (remainingMs > 0) return remainingMs;
    const now = Date.now();
    const counted = await this.database.transaction(async (connection) => {
      await connection.query(this.countAttempt, [key, now + periodMs, now, now, now + periodMs]);
      return connection.runner.manager.findOneByOrFail(ATTEMPTS, { key });
    });
    if (counted.attempts <= attempts) return 0;
    const ttl = Math.max(1, counted.expiresAt.getTime() - now);
    this.refused.set(key, true, { ttl });
    return ttl;
  }

  async refund(key: string): Promise<void> {
    this.refused.delete(key);
    await this.database.execute(({ runner }) =>
      runner.manager.decrement(ATTEMPTS, { key, expiresAt: MoreThan(new Date()) }, 'attempts', 1),
    );
  }

  purgeExpired(): Promise<void> {
    return purgeBefore(this.database, 'tries', 'expire', new Date());
  }
}
