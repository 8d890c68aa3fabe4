import type { HttpMiddleware } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

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

  /** @throws Overloaded when the queue is full, or after `maxWaitMs` in it */
  async acquire(): Promise<void> {
    const { maxInFlight, maxWaiting, maxWaitMs } = this.limits;
    if (this.permits < maxInFlight) {
      this.permits++;
      return;
    }
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

/** The permit of one request, which it gives back while it waits for its body. */
class Permit {
  private isHeld = false;

  constructor(private readonly limiter: ConcurrencyLimiter) {}

  /** @throws Overloaded */
  async acquire(): Promise<void> {
    await this.limiter.acquire();
    this.isHeld = true;
  }

  /** Does nothing when the permit is not held. */
  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.limiter.release();
  }
}

/** Works on a bounded number of requests at a time; answers 503 to those that find no permit in time. */
export function concurrencyLimit(limiter: ConcurrencyLimiter): HttpMiddleware {
  return async (ctx, next) => {
    const permit = new Permit(limiter);
    await permit.acquire();
    ctx.state.permit = permit;
    try {
      if (!ctx.res.destroyed) await next(); // the client may have left while the request waited
    } finally {
      permit.release();
    }
  };
}
