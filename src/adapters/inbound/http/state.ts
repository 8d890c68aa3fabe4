import type Router from '@koa/router';
import type { RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Caller } from '../../../application/api-keys/authenticate.js';
import type { Account } from '../../../domain/account.js';

/** The session of the browser that sent the request for a page. */
export interface BrowserSession {
  /** The value of its cookie: the token of a session, or a random value before sign-in. */
  readonly token: string;
  /** The account that is signed in. */
  readonly account: Account | undefined;
}

/** The state of one request, shared by its middleware as `ctx.state`. A member without `?` is set before any middleware that reads it. */
export interface State {
  /** Its X-Request-Id; set by the request log, the first middleware. */
  requestId: string;
  /** Whether the path is that of a deprecated operation. */
  isDeprecated: boolean;
  /** Set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** Set by the pages. */
  browserSession?: BrowserSession;
  /** The whole body, set by the operations that read one. */
  body: Buffer;
  /** Set by the operations that have one. */
  idempotencyKey: string | undefined;
  /** The fields of a form, set by the pages that have one. */
  form: ReadonlyMap<string, string>;
  /** Aborted at the deadline; set with the permit. */
  signal: AbortSignal;
  /** Why the request failed. */
  error?: unknown;
}

export type HttpApp = Koa<State>;
export type HttpContext = Koa.ParameterizedContext<State>;
export type HttpMiddleware = RouterMiddleware<State>;
export type HttpRouter = Router<State>;
