import type { Middleware, ParameterizedContext } from 'koa';
import type { State } from '../state.js';
import type { Account } from '../../../../domain/account.js';

/** The session of the browser that sent the request. */
export interface BrowserSession {
  /** The value of its cookie: the token of a session, or a random value before sign-in. */
  readonly token: string;
  /** The account that is signed in. */
  readonly account: Account | undefined;
}

/** The state of one request, shared by its middleware as `ctx.state`. */
export interface PageState extends State {
  browserSession?: BrowserSession;
}

export type PageMiddleware = Middleware<PageState>;
export type PageContext = ParameterizedContext<PageState>;
