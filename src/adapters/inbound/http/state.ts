import type Router from '@koa/router';
import type { RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Caller } from '../../../application/api-keys/authenticate.js';
import type { Client } from '../../../application/sessions/attempts.js';
import type { Account } from '../../../domain/account.js';
import type { DomainError } from '../../../domain/errors.js';

/** The session of the browser that sent the request for a page. */
export interface BrowserSession {
  /** The value of its cookie. */
  readonly token: string;
  readonly account: Account;
}

/** The data that a form leaves for the next page, which shows it once. */
export interface Flash {
  /** The name of a notice; see views.ts. */
  readonly notice?: string | undefined;
  /** The subject of the notice, such as the name of an animal. */
  readonly about?: string | undefined;
  readonly email?: string | undefined;
  /** A new API key, whole. */
  readonly key?: string | undefined;
  /** The page to go to after signing in. */
  readonly path?: string | undefined;
  /** The text in each field of the form of that page. */
  readonly form?: Readonly<Record<string, string>> | undefined;
}

/** The state of one request, shared by its middleware as `ctx.state`. A member without `?` is set before any middleware that reads it. */
interface State {
  /** Its X-Request-Id; read by the request log, the first middleware. */
  requestId: string;
  isDeprecated: boolean;
  /** Set under /v1 when the request is authenticated. */
  caller?: Caller;
  /** Set by the pages when the browser is signed in. */
  browserSession?: BrowserSession;
  body: Buffer;
  idempotencyKey: string | undefined;
  /** The fields of a form and where it comes from, set by the pages that have one. */
  form: Readonly<Record<string, string>>;
  client: Client;
  /** Why the pages could not find out who is signed in. */
  sessionError?: DomainError;
  flash?: Flash;
  error?: unknown;
}

export type HttpApp = Koa<State>;
export type HttpContext = Koa.ParameterizedContext<State>;
export type HttpMiddleware = RouterMiddleware<State>;
export type HttpRouter = Router<State>;
