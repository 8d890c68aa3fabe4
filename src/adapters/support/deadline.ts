import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The time by which a request, or another piece of work, must have its result. Every wait on its way ends by then. The
 * instants are those of the clock of performance.now().
 */
export class Deadline {
  readonly startedAt = performance.now();
  private instant: number;

  /** @param limitMs how long the work may take, in milliseconds */
  constructor(readonly limitMs: number) {
    this.instant = this.startedAt + limitMs;
  }

  /** The instant by which the work must end. */
  get at(): number {
    return this.instant;
  }

  /** Returns the instant at which this share of the time has passed. */
  afterShare(share: number): number {
    return this.instant - this.limitMs * (1 - share);
  }

  /** Lifts the deadline until it is restarted. */
  suspend(): void {
    this.instant = Infinity;
  }

  /** Gives the work its whole time from now on. */
  restart(): void {
    this.instant = performance.now() + this.limitMs;
  }
}

// The platform carries the deadline along all calls of the work, so that use cases and ports need no parameter for it.
const deadlines = new AsyncLocalStorage<Deadline | undefined>();

/** Does the work, for which the deadline holds in all calls below. `undefined` stands for work without a deadline. */
export function withDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return deadlines.run(deadline, work);
}

/** Returns the deadline of the present work, if it has one. */
export function currentDeadline(): Deadline | undefined {
  return deadlines.getStore();
}

/**
 * Returns the last one of several deadlines, which work has that several callers share. Those whose own deadline is
 * earlier stop waiting by themselves.
 */
export function latestDeadline(deadlines: readonly (Deadline | undefined)[]): Deadline | undefined {
  return deadlines.reduce((one, other) => ((one?.at ?? Infinity) > (other?.at ?? Infinity) ? one : other));
}

/** Returns the instant of the deadline of the present work, but at most `ms` milliseconds from now. */
export function deadlineWithin(ms: number): number {
  return Math.min(performance.now() + ms, deadlines.getStore()?.at ?? Infinity);
}
