import type { ServerResponse } from 'node:http';
import type { HttpMiddleware } from '../state.js';
import { NoPermitError, type Semaphore } from '../../../support/semaphore.js';
import { DomainError } from '../../../../domain/errors.js';

// This middleware decides whether and when the service works on a request. A request that is not served in time gets
// 503.

export class Overloaded extends DomainError {
  constructor() {
    super('unavailable', 'The service is overloaded; try again shortly.');
  }
}

export class DeadlineExceeded extends DomainError {
  constructor(isRead: boolean) {
    const effect = isRead ? 'Try again shortly.' : 'The request may have taken effect.';
    super('unavailable', `The service did not answer in time. ${effect}`);
  }
}

export type Phase = 'starting' | 'serving' | 'draining';

export interface Status {
  readonly phase: Phase;
}

/**
 * Refuses every request until the database is prepared. Requests that arrive while the service drains are still served.
 */
export function availability(status: Status): HttpMiddleware {
  return (_, next) => {
    if (status.phase === 'starting')
      throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}

export interface AdmissionOptions {
  readonly permits: Semaphore;
  /** How long a request waits for its permit before it is refused, in milliseconds. */
  readonly maxWaitMs: number;
  /** How long a request may take after it has arrived with its body, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * Limits how many requests the service works on at a time, and gives each a deadline. Further requests wait, and are
 * refused if they wait for too long (ADR 13).
 */
export function admission({ permits, maxWaitMs, deadlineMs }: AdmissionOptions): HttpMiddleware {
  return async ({ method, res, state }, next) => {
    if (!permits.tryAcquire()) await waitForPermit(permits, res, maxWaitMs);
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const elapsedMs = performance.now() - (state.bodyArrivedAt ?? state.arrivedAt);
        const isRead = method === 'GET' || method === 'HEAD';
        timer = setTimeout(() => reject(new DeadlineExceeded(isRead)), Math.max(0, deadlineMs - elapsedMs));
        next().then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      permits.release();
    }
  };
}

/**
 * Waits for a permit. A client that disconnects gives up its place in the line. One that closes its sending side may
 * have left, too, and is refused.
 */
export async function waitForPermit(permits: Semaphore, response: ServerResponse, timeoutMs: number): Promise<void> {
  const { socket } = response.req;
  if (socket.destroyed || socket.readableEnded) throw new Overloaded();
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  const refuse = () => waiting.abort(new Overloaded());
  response.once('close', leave);
  socket.once('end', refuse);
  try {
    await permits.acquire({ signal: waiting.signal, timeoutMs });
  } catch (error) {
    throw error instanceof NoPermitError ? new Overloaded() : error;
  } finally {
    response.off('close', leave);
    socket.off('end', refuse);
  }
}
