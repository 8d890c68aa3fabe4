import type { Middleware, ParameterizedContext } from 'koa';
import type { Caller } from '../../../application/api-keys/authenticate.js';
import type { Account } from '../../../domain/account.js';

/** The session of the browser that sent the request for a page. */
export interface BrowserSession {
  /** The value of its cookie: the token of a session, or a random value before sign-in. */
  readonly token: string;
  /** The account that is signed in. */
  readonly account: Account | undefined;
}

/** The state of one request, shared by its middleware as `ctx.state`. */
export interface State {
  requestId: string;
  /** When the head of the request had arrived, by performance.now(). */
  startedAt: number;
  /** The permit and the deadline; absent for a probe. */
  admission?: { readonly signal: AbortSignal; begin(): Promise<void>; pause(): void; check(): void };
  /** Set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** Set by the pages. */
  browserSession?: BrowserSession;
  /** Why the request failed. */
  error?: unknown;
}

export type HttpContext = ParameterizedContext<State>;
export type HttpMiddleware = Middleware<State>;
