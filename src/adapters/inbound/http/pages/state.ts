import type { Middleware, ParameterizedContext } from 'koa';
import type { State } from '../state.js';
import type { Account } from '../../../../domain/account.js';

/** The browser that asks. */
export interface BrowserSession {
  /** What its cookie holds: a session's token, or of somebody who is not signed in a random text. */
  readonly token: string;
  /** Whose session it is, where it is one. */
  readonly account: Account | undefined;
}

/** What the middleware of one request tells one another, and the observer around it. */
export interface PageState extends Pick<State, 'permit' | 'deadline'> {
  /** As the response tells it. */
  requestId?: string;
  /** The pattern of the path, such as /account/keys/:prefix/revoke; absent where no page has the path. */
  route?: string;
  /** Who is signed in. */
  accountId?: bigint;
  /** Why the request failed, where it did. */
  error?: unknown;
  visit?: BrowserSession;
}

export type PageMiddleware = Middleware<PageState>;
export type PageContext = ParameterizedContext<PageState>;
