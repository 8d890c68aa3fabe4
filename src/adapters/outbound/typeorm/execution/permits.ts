import { NoPermitError, Semaphore } from '../../../support/semaphore.js';
import type { Deadline } from '../../../support/deadline.js';
import { DatabaseUnavailable, WORDS } from './failures.js';

/** The rest serve reads, so that these continue when every write hangs, as in a group of servers without a majority. */
const WRITE_SHARE = 0.4;

const MAX_WAITING = 1000;

/**
 * The queue of the driver's pool has no bound. Reads and writes have permits of their own, unless one connection serves
 * all.
 */
export class Permits {
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;

  constructor(readonly size: number) {
    const forWrites = Math.max(1, Math.floor(size * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, size - forWrites), { maxWaiting: MAX_WAITING });
    this.writes = size === 1 ? this.reads : new Semaphore(forWrites, { maxWaiting: MAX_WAITING });
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

/** @returns how long the call waited, in milliseconds */
export async function waitForPermit(permits: Semaphore, deadline: Deadline): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire({ deadline });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    const cause = new Error('too many calls wait for the database');
    throw new DatabaseUnavailable(cause, 'unavailable', { message: WORDS.busy });
  }
  return performance.now() - start;
}
