import type { IncomingMessage } from 'node:http';
import Queue from 'yocto-queue';
import { DomainError } from '../../../../domain/errors.js';

export interface LoadLimits {
  /** The most requests that are worked on at a time. */
  readonly maxInFlight: number;
  /** The most that wait for others to end. */
  readonly maxWaiting: number;
  /** How long one waits for others to end before it is refused, in milliseconds. */
  readonly patience: number;
  /** How long one may take with all its waiting, in milliseconds. */
  readonly deadline: number;
}

// One object each: a refusal must cost next to nothing, and a stack would say nothing.
export const BUSY = new DomainError('unavailable', 'The service has more to do than it can; try again shortly.');
const LATE = new DomainError(
  'unavailable',
  'The service did not answer in time; whether it did its work is not known.',
);
for (const error of [BUSY, LATE]) delete error.stack;

interface Waiting {
  /** When its patience is over. */
  readonly until: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** What the service is working on, and what it refused because of that; to be looked at by whoever keeps the metrics. */
export class Load {
  inFlight = 0;
  /** Requests refused because too many were in flight, and those whose time was over, since the start. */
  shed = 0;
  late = 0;
  /** First come, first served; all have the same patience, so the first is also the first to lose it. */
  private readonly line = new Queue<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly limits: LoadLimits) {}

  get waiting(): number {
    return this.line.size;
  }

  /**
   * Takes a place among those in flight, at once or after others. Whoever has one must `leave`.
   * Throws BUSY where too many wait already, and rejects with it where the waiting takes too long.
   */
  enter(): Promise<void> | undefined {
    const { maxInFlight, maxWaiting, patience } = this.limits;
    if (this.inFlight < maxInFlight) {
      this.inFlight++;
      return undefined;
    }
    if (this.line.size >= maxWaiting) {
      this.shed++;
      throw BUSY;
    }
    return new Promise((enter, reject) => {
      const refuse = () => {
        this.shed++;
        reject(BUSY);
      };
      this.line.enqueue({ until: performance.now() + patience, enter, refuse });
      this.timer ??= setTimeout(this.refuseImpatient, patience);
    });
  }

  /** Hands the place on to the first in line. */
  leave(): void {
    const next = this.line.dequeue();
    if (next === undefined) this.inFlight--;
    else next.enter();
  }

  private readonly refuseImpatient = (): void => {
    const now = performance.now();
    let first = this.line.peek();
    for (; first !== undefined && first.until <= now; first = this.line.peek()) {
      this.line.dequeue();
      first.refuse();
    }
    this.timer = first && setTimeout(this.refuseImpatient, Math.ceil(first.until - now));
  };
}

/** The work on one request. While its body is on its way, which is the client's time, there is none. */
export class Work {
  private timer: NodeJS.Timeout | undefined;
  private over = false;
  private giveUp: (error: DomainError) => void = () => undefined;
  /** Rejects when the time is over. */
  readonly overdue = new Promise<never>((_, reject) => (this.giveUp = reject));

  /**
   * @param arrived when the head of the request did, as performance.now() tells it
   * @param isComplete whether all of the request is here
   */
  constructor(
    private readonly load: Load,
    readonly arrived: number,
    private readonly isComplete: boolean,
  ) {}

  /** Rejects with DomainError `unavailable` where there is no place for it, or its time is over. */
  async begin(): Promise<void> {
    if (this.over) throw LATE;
    let left = this.load.limits.deadline;
    const place = this.load.enter();
    if (place !== undefined) {
      const start = performance.now();
      await place;
      left -= performance.now() - start;
    }
    this.timer = setTimeout(() => {
      this.load.late++;
      this.end();
      this.giveUp(LATE);
    }, left);
  }

  /** For whoever has gone by now. @throws BUSY */
  giveBack(): never {
    this.end();
    this.load.shed++;
    throw BUSY;
  }

  end(): void {
    this.over = true;
    this.pause();
  }

  /** Waits for the body without holding up anybody else; one that is here keeps its place. */
  async whileReceiving<T>(body: Promise<T>): Promise<T> {
    if (this.isComplete) return body;
    this.pause();
    const received = await body;
    await this.begin();
    return received;
  }

  private pause(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.load.leave();
  }
}

/** The work on each request that was let in; a probe has none. */
export const works = new WeakMap<IncomingMessage, Work>();
