import type { IncomingMessage, ServerResponse } from 'node:http';
import type Router from '@koa/router';
import type { RouterContext, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Caller } from '../../../application/api-keys.js';
import type { Client } from '../../../application/attempts.js';
import type { Account } from '../../../domain/account.js';

export type Phase = 'starting' | 'serving' | 'draining';

/** The state of the whole service. The service sets it, and requests and probes read it. */
export interface ServiceStatus {
  phase: Phase;
  /** The address that programs on this machine can call. It is empty until the service listens. */
  url: string;
}

/** A request that has arrived completely. */
export interface ArrivedRequest extends IncomingMessage {
  /** The X-Request-Id: that of the client if it is valid, and otherwise a new one. */
  readonly id: string;
  /** The body, which is empty if there is none. */
  readonly body: Buffer;
}

export type Handler = (request: ArrivedRequest, response: ServerResponse) => Promise<void>;

/**
 * A record of one request, made when its response is sent or its connection is lost. It contains no secret and no body.
 */
export interface RequestRecord {
  readonly requestId: string;
  /** The trace id of a valid traceparent. */
  readonly traceId?: string | undefined;
  /** Absent when the request line could not be read. */
  readonly method: string | undefined;
  /** The pattern of the path, such as /v1/pets/:petId. Absent when no route has the path. */
  readonly route?: string | undefined;
  /** The path if no route has it, bounded, and without a query or a key. */
  readonly path?: string | undefined;
  /** Absent when the connection was lost before the response began. */
  readonly status: number | undefined;
  /** The time from the arrival of the whole request to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the connection was lost before the response was complete. */
  readonly aborted: boolean;
  readonly accountId?: bigint | undefined;
  readonly keyPrefix?: string | undefined;
  /** The network address. Absent if `accountId` names the client, or the request did not reach the application. */
  readonly address?: string | undefined;
  /** Absent after a success. */
  readonly error: unknown;
  /** Whether the request failed after REQUEST_DEADLINE. */
  readonly isLate?: boolean | undefined;
}

/** Called once for each request, for the log and the metrics. */
export type RequestObserver = (record: RequestRecord) => void;

interface BrowserSession {
  /** The token is the value of the session's cookie. */
  readonly token: string;
  readonly account: Account;
}

/**
 * The state of one request, which its middleware shares as `ctx.state`. A property without `?` is set before any
 * middleware that reads it.
 */
interface State {
  /** Under /v1. */
  caller?: Caller;
  browserSession?: BrowserSession | undefined;
  form: Readonly<Record<string, string>>;
  client: Client;
  error?: unknown;
  isLate?: boolean;
}

interface Context {
  readonly req: ArrivedRequest;
}

export type HttpApp = Koa<State, Context>;
export type HttpContext = RouterContext<State, Context>;
export type HttpMiddleware = RouterMiddleware<State, Context>;
export type HttpRouter = Router<State, Context>;
