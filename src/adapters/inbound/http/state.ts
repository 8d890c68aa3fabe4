import type Router from '@koa/router';
import type { RouterContext, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Caller } from '../../../application/api-keys.js';
import type { Client } from '../../../application/attempts.js';
import type { Account } from '../../../domain/account.js';

/** The session of the browser that sent the request for a page. */
export interface BrowserSession {
  /** The token is the value of the session's cookie. */
  readonly token: string;
  readonly account: Account;
}

/**
 * The state of one request, which its middleware shares as `ctx.state`. A property without `?` is set before any
 * middleware that reads it.
 */
interface State {
  /** The X-Request-Id of the request, which the request log sets. */
  requestId: string;
  /** The caller, which is set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** The session, which is set by the pages when the browser is signed in. */
  browserSession?: BrowserSession | undefined;
  body: Buffer;
  idempotencyKey: string | undefined;
  /** The fields of a form, which are set by the routes that read one. */
  form: Readonly<Record<string, string>>;
  client: Client;
  error?: unknown;
}

export type HttpApp = Koa<State>;
export type HttpContext = RouterContext<State>;
export type HttpMiddleware = RouterMiddleware<State>;
export type HttpRouter = Router<State>;
