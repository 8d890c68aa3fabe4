import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server as TcpServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ArrivingRequest } from '../arriving-request.js';
import { ClientConnections, type ConnectionOptions } from './connections.js';
import { sendRefusals, type RefusalOptions } from './refusals.js';
import { MAX_HEADER_BYTES, MAX_HEADER_FIELDS } from '../protocol.js';
import type { Handler } from './types.js';

export interface ServerOptions extends Partial<ConnectionOptions & RefusalOptions> {
  readonly host: string;
  /** The port to listen on. With 0 the system chooses a free one. */
  readonly port: number;
  /** How long a request may take to arrive, in milliseconds. Its headers may take half of that. */
  readonly requestTimeout?: number;
  /** How long a client may read nothing of its response, in milliseconds. */
  readonly responseTimeout?: number;
  /** How long a connection is kept open for the next request, in milliseconds. */
  readonly keepAliveTimeout?: number;
  /**
   * How long silent connections stay open when the server stops, in milliseconds, for requests that are already on
   * their way.
   */
  readonly idleGrace?: number;
}

export interface Server {
  /** The address that the server listens on, such as http://127.0.0.1:8080. */
  readonly url: string;
  /**
   * Accepts the connections that the system has queued, refuses new ones, and closes each connection after its
   * response, or after `timeoutMs`.
   */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * This is longer than common load balancers keep an idle connection, so that they close it first. The longest time is
 * that of Google Cloud, 600 seconds.
 */
const KEEP_ALIVE_MS = 620_000;

/**
 * How many new connections the system keeps until the server accepts them, if the system allows as many. A client beyond
 * them tries again only after a second. The default of node:net is 511.
 */
const BACKLOG = 4096;

/** Listens for HTTP/1.1. @throws the system's error when the address is not available */
export async function listen(handle: Handler, options: ServerOptions): Promise<Server> {
  const {
    requestTimeout = 30_000,
    responseTimeout = 60_000,
    keepAliveTimeout = KEEP_ALIVE_MS,
    idleGrace = 500,
  } = options;
  const { requestDeadline = 5_000, maxConnections = 1000, corsOrigins, observers = [] } = options;
  const headersTimeout = requestTimeout / 2;
  const server: HttpServer = createServer({
    IncomingMessage: ArrivingRequest,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    maxHeaderSize: MAX_HEADER_BYTES + 1, // node:http refuses a head of this size.
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    // node:http would respond with an empty body, so the application checks the header instead.
    requireHostHeader: false,
  });
  // node:http closes a connection on which nothing moves for this time, as while a client does not read. Nothing moves
  // either while the service works on a request, which its deadline bounds.
  server.setTimeout(requestDeadline + responseTimeout, (socket) => socket.resetAndDestroy());
  // A client may close its sending side after its request, and gets its response (RFC 9112, section 9.6). The types of
  // node:http lack this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Node.js 22 drops further fields silently. One field more than the limit shows the application that there are too
  // many.
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  const connections = new ClientConnections(server, handle, { requestDeadline, maxConnections });
  sendRefusals(server, connections, { corsOrigins, observers });
  server.listen(options.port, options.host, BACKLOG);
  await once(server, 'listening'); // An error event rejects.
  return {
    url: urlOf(server.address() as AddressInfo), // The address of a TCP server is always an AddressInfo.
    async stop(timeoutMs) {
      const end = performance.now() + timeoutMs;
      const closed = once(server, 'close');
      await Promise.race([connections.acceptLast(), delay(timeoutMs, undefined, { ref: false })]);
      // The method of http.Server closes idle connections at once, although a client may be about to send a request on
      // one. A net.Server that hands its connections over to an http.Server could stop by itself, but node:http looks
      // for slow requests only at an http.Server that listens.
      TcpServer.prototype.close.call(server);
      const forced = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()));
      await connections.drain(Math.min(idleGrace, timeoutMs));
      clearTimeout(forced);
      server.close(); // This ends the timer with which node:http looks for slow requests.
      await closed;
    },
  };
}

/**
 * Returns a URL of this server that a program on this machine can call, even if the server listens on every address.
 */
export function callableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
