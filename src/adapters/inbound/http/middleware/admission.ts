import type { ServerResponse } from 'node:http';
import { Overloaded } from '../http-errors.js';
import type { HttpContext, HttpMiddleware } from '../state.js';
import { requireDeadline } from '../../../support/deadline.js';
import { NoPermitError, type Semaphore, type WaitOptions } from '../../../support/semaphore.js';

export interface AdmissionOptions {
  readonly permits: Semaphore;
  /**
   * The share of its time that a request waits for a permit. If it waited until its deadline, no time would be left for
   * its work.
   */
  readonly share: number;
}

/** Returns the group in whose queue a request waits. @see Semaphore */
type GroupOf = (ctx: HttpContext) => string;

/** Further requests wait before they are refused, because a refusal also takes processor time (ADR 13). */
export function admission({ permits, share }: AdmissionOptions, groupOf?: GroupOf): HttpMiddleware {
  return async (ctx, next) => {
    if (!permits.tryAcquire()) {
      await waitWhileConnected(permits, ctx.res, { deadline: requireDeadline().ofShare(share), group: groupOf?.(ctx) });
    }
    try {
      await next();
    } finally {
      permits.release();
    }
  };
}

/** Waits for a permit. A client that disconnects gives up its place in the queue. */
async function waitWhileConnected(permits: Semaphore, response: ServerResponse, options: WaitOptions): Promise<void> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  response.once('close', leave);
  if (response.closed) leave();
  try {
    await permits.acquire({ ...options, signal: waiting.signal });
  } catch (error) {
    throw error instanceof NoPermitError ? new Overloaded() : error;
  } finally {
    response.off('close', leave);
  }
}
