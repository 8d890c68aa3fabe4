import { DomainError } from '../../../domain/errors.js';

export interface LoadLimits {
  /** The most requests that are worked on at a time. */
  readonly maxInFlight: number;
  /** How long the work on one may take, in milliseconds. */
  readonly deadline: number;
}

// One object each: a refusal must cost next to nothing, and a stack would say nothing.
export const BUSY = new DomainError('unavailable', 'The service has more to do than it can; try again shortly.');
const LATE = new DomainError(
  'unavailable',
  'The service did not answer in time; whether it did its work is not known.',
);
for (const error of [BUSY, LATE]) delete error.stack;

/** What the service is working on, and what it refused because of that; to be looked at by whoever keeps the metrics. */
export class Load {
  inFlight = 0;
  /** Requests refused because too many were in flight, and those whose time was over, since the start. */
  shed = 0;
  late = 0;

  constructor(readonly limits: LoadLimits) {}

  get isFull(): boolean {
    return this.inFlight >= this.limits.maxInFlight;
  }
}

/** The work on one request. While its body is on its way, which is the client's time, there is none. */
export class Work {
  private timer: NodeJS.Timeout | undefined;
  private over = false;
  private giveUp: (error: DomainError) => void = () => undefined;
  /** Rejects when the time is over. */
  readonly overdue = new Promise<never>((_, reject) => (this.giveUp = reject));

  /** @param hasArrived whether the request is here to its end */
  constructor(
    private readonly load: Load,
    private readonly hasArrived: boolean,
  ) {}

  /** @throws DomainError `unavailable` where too many requests are in flight, or the time of this one is over. */
  begin(): void {
    if (this.over) throw LATE;
    if (this.load.isFull) {
      this.load.shed++;
      throw BUSY;
    }
    this.load.inFlight++;
    this.timer = setTimeout(() => {
      this.load.late++;
      this.end();
      this.giveUp(LATE);
    }, this.load.limits.deadline);
  }

  end(): void {
    this.over = true;
    this.pause();
  }

  /** Waits for the body without holding up anybody else; one that is here keeps its place. */
  async whileReceiving<T>(body: Promise<T>): Promise<T> {
    if (this.hasArrived) return body;
    this.pause();
    const received = await body;
    this.begin();
    return received;
  }

  private pause(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.load.inFlight--;
  }
}
