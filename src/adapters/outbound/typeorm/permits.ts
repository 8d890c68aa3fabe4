import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import { DatabaseUnavailable, WORDS } from './errors.js';

/**
 * The share of the connections reserved for writes. The rest serve reads, so that reads continue when every write
 * hangs, as in a group of servers that has lost its majority.
 */
const WRITE_SHARE = 0.4;

/** How many reads, and how many writes, may wait for a connection. More are refused immediately. */
const MAX_WAITING = 1000;

/**
 * The permits to use a connection to one database. Reads and writes have permits of their own, except that all calls
 * share the permit of a single connection.
 */
export class Permits {
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;

  /** @param size the most connections, at least 1 */
  constructor(readonly size: number) {
    const forWrites = Math.max(1, Math.floor(size * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, size - forWrites), MAX_WAITING);
    this.writes = size === 1 ? this.reads : new Semaphore(forWrites, MAX_WAITING);
  }

  get busy(): number {
    return this.reads.busy + (this.writes === this.reads ? 0 : this.writes.busy);
  }

  get waiting(): number {
    return this.reads.waiting + (this.writes === this.reads ? 0 : this.writes.waiting);
  }

  of(isRead: boolean): Semaphore {
    return isRead ? this.reads : this.writes;
  }
}

/**
 * Waits for a permit until the deadline, on the clock of performance.now(). Rejects with DomainError `unavailable`.
 * @returns how long the call waited, in milliseconds
 */
export async function waitForPermit(permits: Semaphore, deadline: number): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire(deadline === Infinity ? {} : { timeoutMs: Math.max(0, deadline - start) });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    throw new DatabaseUnavailable(new Error('too many calls wait for the database'), 'unavailable', {
      message: WORDS.busy,
    });
  }
  return performance.now() - start;
}
