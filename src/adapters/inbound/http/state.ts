import type { Middleware } from 'koa';
import type { Work } from './middleware/load.js';
import type { Caller } from '../../../application/api-keys/authenticate.js';

/** What the middleware of one request tells one another. */
export interface State {
  requestId: string;
  /** The pattern of the path, such as /v1/pets/:petId; absent where no route has the path. */
  route?: string;
  /** Set for every request but a probe. */
  work?: Work;
  /** Set once the request is authenticated. */
  caller?: Caller;
  /** Whose account was asked about, where another door than /v1 found it out. */
  accountId?: bigint;
  /** Why the request failed, where it did. */
  error?: unknown;
}

export type HttpMiddleware = Middleware<State>;
