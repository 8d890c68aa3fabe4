import { DomainError } from '../../../../domain/errors.js';

/** The work on the request took too long. */
export class DeadlineExceeded extends DomainError {
  constructor() {
    super('unavailable', 'The service did not answer in time. The request may have taken effect.');
  }
}

/**
 * Settles as the work does, but at the deadline at the latest.
 * @param work gets a signal that is aborted at the deadline
 * @throws DeadlineExceeded
 */
export function withDeadline(ms: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DeadlineExceeded();
      controller.abort(error);
      reject(error);
    }, ms);
    work(controller.signal)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
