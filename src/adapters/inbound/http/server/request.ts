import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** A request from the arrival of its head on, before Koa makes a context for it. */
export class Request extends IncomingMessage {
  /** By performance.now(). */
  readonly arrivedAt = performance.now();
  /** Whether it waits for its permit, and no middleware has seen it. */
  isWaiting = false;
  /** Its permit and its deadline; absent for a probe. */
  admission?: Admission;
  private ownId: string | undefined;

  /** Its X-Request-Id if that is valid: safe to repeat in the response and in the log. Otherwise a new one. */
  get id(): string {
    if (this.ownId === undefined) {
      const wanted = this.headers['x-request-id'];
      this.ownId = typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
    }
    return this.ownId;
  }
}

export type Handler = (request: Request, response: ServerResponse) => Promise<void>;

/** See middleware/admission.ts. */
export interface Admission {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  begin(): Promise<void>;
  run(work: () => Promise<void>): Promise<void>;
  pause(): void;
  check(): void;
}
