import type Router from '@koa/router';
import type { RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Request } from './server/request.js';
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
  /** Set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** Set by the pages. */
  browserSession?: BrowserSession;
  /** Why the request failed. */
  error?: unknown;
}

/** The server makes a Request of every request. */
interface Context {
  readonly req: Request;
}

export type HttpApp = Koa<State, Context>;
export type HttpContext = Koa.ParameterizedContext<State, Context>;
export type HttpMiddleware = RouterMiddleware<State, Context>;
export type HttpRouter = Router<State, Context>;
