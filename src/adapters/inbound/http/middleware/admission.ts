import type { ServerResponse } from 'node:http';
import type { HttpMiddleware } from '../state.js';
import { NoPermitError, type Semaphore } from '../../../support/semaphore.js';
import { DomainError } from '../../../../domain/errors.js';

export class Overloaded extends DomainError {
  constructor() {
    super('unavailable', 'The service is overloaded; try again shortly.');
  }
}

export class DeadlineExceeded extends DomainError {
  constructor() {
    super('unavailable', 'The service did not answer in time. The request may have taken effect.');
  }
}

export interface AdmissionOptions {
  readonly permits: Semaphore;
  /** How long a request waits for its permit before it is refused, in milliseconds. */
  readonly maxWaitMs: number;
  /** How long the work on a request may take, in milliseconds. */
  readonly deadlineMs: number;
}

/** Starts the work on a bounded number of requests at a time, each with a deadline. Others wait, then are refused (ADR 13). */
export function admission({ permits, maxWaitMs, deadlineMs }: AdmissionOptions): HttpMiddleware {
  return async ({ res }, next) => {
    if (!permits.tryAcquire()) await waitForPermit(permits, res, maxWaitMs);
    try {
      await withDeadline(next(), deadlineMs);
    } finally {
      permits.release();
    }
  };
}

/** A client that leaves gives up its place in the line. */
async function waitForPermit(permits: Semaphore, response: ServerResponse, timeoutMs: number): Promise<void> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  response.once('close', leave);
  try {
    await permits.acquire({ signal: waiting.signal, timeoutMs });
  } catch (error) {
    throw error instanceof NoPermitError ? new Overloaded() : error;
  } finally {
    response.off('close', leave);
  }
}

/** Settles as the work does, but at the deadline at the latest. @throws DeadlineExceeded */
function withDeadline(work: Promise<unknown>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceeded()), ms);
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
