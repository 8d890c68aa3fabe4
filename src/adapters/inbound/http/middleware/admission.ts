import { isProbe } from './request-log.js';
import type { Admission, Handler, Request } from '../server/request.js';
import type { HttpMiddleware } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

/** The phase of the service's life. */
export type Phase = 'starting' | 'serving' | 'draining';

/** Answers 503 until the store is prepared. Requests that arrive while the service drains are still answered. */
export function availability(phase: () => Phase): HttpMiddleware {
  return (_, next) => {
    if (phase() === 'starting') throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}

export interface ConcurrencyLimits {
  /** The most requests that are worked on at a time. */
  readonly maxInFlight: number;
  /** The most requests that wait for a permit. */
  readonly maxWaiting: number;
  /** How long a request waits for a permit before it is refused, in milliseconds. */
  readonly maxWaitMs: number;
}

/** The request found no permit in time. */
export class Overloaded extends DomainError {
  constructor() {
    super('unavailable', 'The service has more to do than it can; try again shortly.');
  }
}

/** The work on the request took too long. */
export class DeadlineExceeded extends DomainError {
  constructor() {
    super('unavailable', 'The service did not answer in time; whether it did its work is not known.');
  }
}

/**
 * A semaphore with a bounded queue: first come, first served. Requests wait before they are refused, since a client
 * that waits sends nothing else on its connection (ADR 13).
 */
export class ConcurrencyLimiter {
  private permits = 0;
  /** Grants a permit to each waiting request, in the order of arrival. */
  private readonly queue = new Set<() => void>();

  constructor(readonly limits: ConcurrencyLimits) {}

  get inFlight(): number {
    return this.permits;
  }

  get waiting(): number {
    return this.queue.size;
  }

  /** Whether there was a permit. */
  tryAcquire(): boolean {
    const isFree = this.permits < this.limits.maxInFlight;
    if (isFree) this.permits++;
    return isFree;
  }

  /** @throws Overloaded when the queue is full, or after `maxWaitMs` in it */
  async acquire(): Promise<void> {
    if (this.tryAcquire()) return;
    const { maxWaiting, maxWaitMs } = this.limits;
    if (this.queue.size >= maxWaiting) throw new Overloaded();
    await new Promise<void>((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue.delete(grant);
        reject(new Overloaded());
      }, maxWaitMs);
      this.queue.add(grant);
    });
  }

  /** Hands the permit to the first request in the queue. */
  release(): void {
    const [grant] = this.queue;
    if (grant === undefined) {
      this.permits--;
      return;
    }
    this.queue.delete(grant);
    grant();
  }
}

/** The permit and the deadline of one request. */
export class RequestAdmission implements Admission {
  private timer: NodeJS.Timeout | undefined;
  private holdsPermit = false;
  private isExceeded = false;
  private reject: (error: DeadlineExceeded) => void = () => undefined;
  private controller: AbortController | undefined;

  constructor(
    private readonly limiter: ConcurrencyLimiter,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Waits for a permit, which is part of the deadline.
   * @param since when the deadline began, by performance.now()
   * @throws Overloaded
   */
  async begin(since = performance.now()): Promise<void> {
    await this.limiter.acquire();
    this.start(since);
  }

  /** Begins without waiting. @returns whether there was a permit */
  tryBegin(since: number): boolean {
    const hasPermit = this.limiter.tryAcquire();
    if (hasPermit) this.start(since);
    return hasPermit;
  }

  private start(since: number): void {
    this.holdsPermit = true;
    this.timer = setTimeout(() => this.exceed(), Math.max(0, since + this.timeoutMs - performance.now()));
  }

  /** Settles as the work does, but at the deadline at the latest. @throws Overloaded without a permit, DeadlineExceeded */
  run(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.holdsPermit) throw new Overloaded();
      this.reject = reject;
      work().then(resolve, reject);
    });
  }

  /** Returns the permit and stops the deadline; does nothing the second time. */
  pause(): void {
    clearTimeout(this.timer);
    if (this.holdsPermit) this.limiter.release();
    this.holdsPermit = false;
  }

  /** @throws DeadlineExceeded: work that has not started by now must not start */
  check(): void {
    if (this.isExceeded) throw new DeadlineExceeded();
  }

  /** Aborted at the deadline. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController(); // few requests need one
    if (this.isExceeded) this.controller.abort();
    return this.controller.signal;
  }

  private exceed(): void {
    this.isExceeded = true;
    this.controller?.abort();
    this.reject(new DeadlineExceeded());
  }
}

/**
 * Hands over a bounded number of requests at a time, with `timeoutMs` for the work on each. The others wait here, where they
 * hold no Koa context for the garbage collector to copy: at twice the best rate 9 to 24% more requests succeed.
 * One that gets no permit in time is handed over without, for `admission` to refuse.
 */
export function admitted(handle: Handler, limiter: ConcurrencyLimiter, timeoutMs: number): Handler {
  return async (request, response) => {
    if (isProbe(request.url?.split('?')[0])) return handle(request, response);
    const admission = new RequestAdmission(limiter, timeoutMs);
    request.admission = admission;
    try {
      if (!admission.tryBegin(request.arrivedAt)) {
        request.isWaiting = true;
        await admission.begin(request.arrivedAt).catch(() => undefined);
        request.isWaiting = false;
      }
      if (!response.headersSent) await handle(request, response); // see Connections.failed
    } finally {
      admission.pause();
    }
  };
}

/** Answers 503 to requests that have no permit, or are not answered before their deadline. */
export const admission: HttpMiddleware = async ({ req: { admission }, res }, next) => {
  if (admission === undefined) throw new Error('a request was not handed over by `admitted`');
  if (!res.destroyed) await admission.run(next); // the client may have left while the request waited
};

/**
 * Waits for the body of a request. While it arrives, which is the client's time, the request holds no permit and its
 * deadline does not run.
 * @throws DeadlineExceeded, Overloaded
 */
export async function receiveBody<T>(
  { req: { admission, complete } }: { req: Pick<Request, 'admission' | 'complete'> },
  body: Promise<T>,
): Promise<T> {
  body.catch(() => undefined); // read below, unless the deadline has passed
  admission?.check();
  if (!complete) {
    admission?.pause();
    await body;
    await admission?.begin();
  }
  const received = await body;
  admission?.check();
  return received;
}
