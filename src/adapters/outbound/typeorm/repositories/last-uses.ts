import { LRUCache } from 'lru-cache';
import { LAST_USE_PRECISION } from '../../../../domain/values.js';
import { raceOptional } from '../../../support/deadline.js';
import { tooLate } from '../execution/failures.js';

/** How many keys or sessions are remembered as used, which bounds the memory. */
const MAX_USED = 10_000;

/**
 * Records the last uses of API keys, or of sessions. A request goes on without the record, so it waits for the write
 * only for a small share of its time: a group of servers that has lost its majority answers reads while every write
 * hangs. A write that fails is not made again before LAST_USE_PRECISION is over.
 */
export class LastUses {
  /** When this instance last recorded a use of each, or tried to, in milliseconds since 1970. */
  private readonly uses = new LRUCache<string, number>({ max: MAX_USED });

  /** @param write records a use of the key or the session with this name, by one attempt */
  constructor(private readonly write: (name: string, at: Date) => Promise<void>) {}

  async record(name: string, at: Date): Promise<void> {
    const earlier = this.uses.get(name) ?? -Infinity;
    if (Math.abs(at.getTime() - earlier) < LAST_USE_PRECISION) return;
    this.uses.set(name, at.getTime());
    await raceOptional(this.write(name, at), () => tooLate(true));
  }
}
