import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The instant, by performance.now(), at which a request or other work must have its result. Every wait on its way ends
 * by then: a wait for a promise by `requireDeadline().race`, and work that can be cut off by `currentDeadline()?.watch`.
 *
 * The deadline of a request is set when the request has arrived and the responses before it on its connection have ended.
 */
export class Deadline {
  readonly startedAt = performance.now();
  readonly at: number;
  private readonly watchers: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param limitMs how long the work may take, in milliseconds */
  constructor(readonly limitMs: number) {
    this.at = this.startedAt + limitMs;
  }

  get hasPassed(): boolean {
    return performance.now() >= this.at;
  }

  /** Returns an earlier deadline, at which this share of the time has passed, such as 0.1. */
  ofShare(share: number): Deadline {
    return new Deadline(this.startedAt + share * this.limitMs - performance.now());
  }

  /** Calls back at the deadline, unless the function that it returns is called before. */
  watch(call: () => void): () => void {
    this.watchers.push(call);
    if (this.watchers.length === 1) this.startTimer();
    return () => {
      const place = this.watchers.indexOf(call);
      if (place >= 0) this.watchers.splice(place, 1);
      if (this.watchers.length === 0) clearTimeout(this.timer);
    };
  }

  /** Settles as the promise does, or rejects with the error that `expire` returns, `graceMs` after the deadline. */
  race<T>(promise: Promise<T>, expire: () => Error, graceMs = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      let grace: NodeJS.Timeout | undefined;
      const unwatch = this.watch(() => (grace = setTimeout(() => reject(expire()), graceMs)));
      const settle = () => {
        unwatch();
        clearTimeout(grace);
      };
      void promise.then(resolve, reject).then(settle);
    });
  }

  private startTimer(): void {
    const leftMs = Math.max(0, this.at - performance.now());
    this.timer = setTimeout(() => this.fire(), leftMs).unref();
  }

  private fire(): void {
    if (!this.hasPassed) this.startTimer();
    else for (const call of this.watchers.splice(0)) call();
  }
}

// The platform carries the deadline along all calls of the work, so that use cases and ports need no parameter for it.
const deadlines = new AsyncLocalStorage<Deadline | undefined>();

export function withDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return deadlines.run(deadline, work);
}

export function currentDeadline(): Deadline | undefined {
  return deadlines.getStore();
}

/** @throws Error if the present work has none, which is a mistake of the program */
export function requireDeadline(): Deadline {
  const deadline = currentDeadline();
  if (deadline === undefined) throw new Error('this work has no deadline');
  return deadline;
}

/**
 * Returns the last one of several deadlines, which work has that several callers share. A caller whose own deadline is
 * earlier does not wait longer than that, because its request is answered then.
 */
export function latestDeadline(deadlines: readonly (Deadline | undefined)[]): Deadline | undefined {
  return deadlines.reduce((one, other) => ((one?.at ?? Infinity) > (other?.at ?? Infinity) ? one : other));
}
