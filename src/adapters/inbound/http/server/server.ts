import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Requests, type RequestsOptions } from './requests.js';
import { MAX_HEADER_FIELDS } from '../protocol.js';
import type { Handler } from '../state.js';

export interface ServerOptions extends Partial<RequestsOptions> {
  readonly host: string;
  /** The port to listen on. With 0 the system chooses a free one. */
  readonly port: number;
  /** The most connections at a time. Further ones are closed. */
  readonly maxConnections?: number;
  /** How long a request may take to arrive, in milliseconds. Its headers may take half of that. */
  readonly requestTimeout?: number;
  /** How long a client may read nothing of its response, in milliseconds. */
  readonly responseTimeout?: number;
  /** How long a server that stops waits for requests on open connections, in milliseconds. */
  readonly idleGrace?: number;
}

export interface Server {
  /** The address that the server listens on, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Accepts the connections that the system has queued, and closes each after its response, or after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Longer than common load balancers keep an idle connection (Google Cloud: 600 seconds), so that they close it first.
 */
const KEEP_ALIVE_MS = 620_000;

/**
 * How many new connections the system queues, if it allows as many. A client beyond them tries again only after a
 * second. The default of node:net is 511.
 */
const BACKLOG = 4096;

/** The most bytes of the target, and of the names and values of the header fields, together. */
const MAX_HEADER_BYTES = 16_384;

/** How often a server that stops looks for connections that are left, in milliseconds. */
const CHECK_INTERVAL_MS = 10;

/** A server that stops listens until it has accepted no connection for this time, in milliseconds. */
const QUIET_MS = 50;

/** The longest time that a server waits for this quiet, in milliseconds. */
const MAX_ACCEPTING_MS = 500;

/** Listens for HTTP/1.1. @throws the system's error when the address is not available */
export async function listen(handle: Handler, options: ServerOptions): Promise<Server> {
  const { requestTimeout = 30_000, responseTimeout = 60_000, requestDeadline = 5_000 } = options;
  const { maxConnections = 1000, idleGrace = 500, observers = [] } = options;
  const headersTimeout = requestTimeout / 2;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES + 1, // node:http refuses a head of this size.
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    // node:http would respond with an empty body, so the application checks the header instead.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  // Nothing moves while a client does not read, and while the service works on a request. After a mere close, the system
  // would keep for minutes what the client does not read.
  server.setTimeout(requestDeadline + responseTimeout, (socket) => socket.resetAndDestroy());
  // Node.js 22 drops further fields silently. One field more than the limit shows the application that there are too
  // many.
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  const requests = new Requests(server, handle, { requestDeadline, observers });
  server.listen(options.port, options.host, BACKLOG);
  await once(server, 'listening'); // An error event rejects.
  return {
    url: urlOf(server.address() as AddressInfo), // The address of a TCP server is always an AddressInfo.
    stop: (timeoutMs) => stop(server, requests, idleGrace, performance.now() + timeoutMs),
  };
}

/** Stops accepting requests without losing one that is on its way. Ends by `end`, an instant by performance.now(). */
async function stop(server: HttpServer, requests: Requests, idleGrace: number, end: number): Promise<void> {
  // node:http would close a connection that is kept alive while its next request is on its way. So each client first gets
  // a response that says that the connection closes, unless it is silent.
  requests.closeAfterResponses();
  const graceEnd = Math.min(performance.now() + idleGrace, end);
  while (requests.open > 0 && performance.now() < graceEnd) await delay(CHECK_INTERVAL_MS);

  // The system resets the connections that it has queued when a server is closed. So these are accepted, while clients
  // wait for their responses and open no further ones.
  requests.hold();
  const quietEnd = Math.min(performance.now() + MAX_ACCEPTING_MS, end);
  for (let before = -1; requests.accepted > before && performance.now() < quietEnd;) {
    before = requests.accepted;
    await delay(QUIET_MS);
  }

  const closed = once(server, 'close');
  server.close(); // This also closes the connections that are idle after a request.
  requests.release();
  const unused = setTimeout(() => requests.closeUnused(), idleGrace);
  const forced = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()));
  await closed;
  clearTimeout(unused);
  clearTimeout(forced);
}

/** Returns a URL that a program on this machine can call, even if the server listens on every address. */
export function callableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
