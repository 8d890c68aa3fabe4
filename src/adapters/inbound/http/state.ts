import type { Middleware } from 'koa';
import type { Caller } from '../../../application/api-keys/authenticate.js';

/** The state of one request, shared by its middleware as `ctx.state`. */
export interface State {
  requestId: string;
  /** When the head of the request had arrived, by performance.now(). */
  startedAt: number;
  /** The pattern of the path, such as /account/keys/:prefix; set by the pages. */
  route?: string;
  /** Absent for a probe. */
  permit?: { acquire(): Promise<void>; release(): void };
  /** Absent for a probe. The signal is aborted when it has passed: work that has not started then must not start. */
  deadline?: { readonly signal: AbortSignal; start(): void; stop(): void };
  /** Set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** The account that is signed in; set by the pages. */
  accountId?: bigint;
  /** Why the request failed. */
  error?: unknown;
}

export type HttpMiddleware = Middleware<State>;
