import type { IncomingMessage } from 'node:http';
import type { HttpMiddleware, State } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

/** The work on the request took too long. */
export class DeadlineExceeded extends DomainError {
  constructor() {
    super('unavailable', 'The service did not answer in time; whether it did its work is not known.');
  }
}

/** The time that the service has for one request. It does not run while the request's body arrives. */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private reject: (error: DeadlineExceeded) => void = () => undefined;
  /** Rejects with DeadlineExceeded. */
  readonly exceeded = new Promise<never>((_, reject) => (this.reject = reject));

  constructor(private readonly timeoutMs: number) {}

  /** Aborted with DeadlineExceeded: work that has not started by then must not start. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  start(timeoutMs = this.timeoutMs): void {
    this.timer = setTimeout(() => {
      const error = new DeadlineExceeded();
      this.controller.abort(error);
      this.reject(error);
    }, timeoutMs);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Answers 503 when the work on a request takes longer than `timeoutMs`, its wait for a permit included. */
export function deadline(timeoutMs: number): HttpMiddleware {
  return async (ctx, next) => {
    const limit = new Deadline(timeoutMs);
    ctx.state.deadline = limit;
    limit.start(timeoutMs - (performance.now() - ctx.state.startedAt));
    try {
      await Promise.race([next(), limit.exceeded]);
    } finally {
      limit.stop();
    }
  };
}

/**
 * Waits for the body of a request. While it arrives, which is the client's time, the request holds no permit and its
 * deadline does not run.
 * @throws DeadlineExceeded, Overloaded
 */
export async function receiveBody<T>(
  { req, state }: { req: IncomingMessage; state: Pick<State, 'permit' | 'deadline'> },
  body: Promise<T>,
): Promise<T> {
  const { permit, deadline } = state;
  body.catch(() => undefined); // read below, unless the deadline has passed
  deadline?.signal.throwIfAborted();
  if (!req.complete) {
    deadline?.stop();
    permit?.release();
    await body;
    await permit?.acquire();
    deadline?.start();
  }
  const received = await body;
  deadline?.signal.throwIfAborted();
  return received;
}
