import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connections, type ConnectionOptions } from './connections.js';
import type { Handler } from './types.js';

export interface ServerOptions extends Partial<ConnectionOptions> {
  readonly host: string;
  /** 0 lets the system pick one. */
  readonly port: number;
  /** How long a request may take to arrive, in milliseconds; its headers half of that. */
  readonly requestTimeout?: number;
  /** How long idle connections stay open when the server stops, in milliseconds, for requests that are on their way. */
  readonly idleGrace?: number;
}

export interface Server {
  /** The address that it listens on, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Refuses new connections, waits for open responses for at most `timeoutMs`, and then closes every connection. */
  stop(timeoutMs: number): Promise<void>;
}

/** Longer than the 60 seconds for which common load balancers keep an idle connection, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

/** Listens for HTTP/1.1. @throws the system's error when the address is not available */
export async function listen(handle: Handler, options: ServerOptions): Promise<Server> {
  const { requestTimeout = 30_000, responseTimeout = 60_000 } = options;
  const { idleGrace = 500, maxConnections = 1000, observe = () => undefined } = options;
  const server = createServer({
    headersTimeout: requestTimeout / 2,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1000, requestTimeout / 2),
    requireHostHeader: false, // node:http would answer with an empty body; the application checks it instead
  });
  server.maxHeadersCount = 0; // the total size is bounded; node:http would drop headers beyond a count silently
  const connections = new Connections(server, handle, { responseTimeout, maxConnections, observe });
  server.listen(options.port, options.host);
  await once(server, 'listening'); // or its error
  return {
    url: urlOf(server.address() as AddressInfo), // the address of a TCP server is always an AddressInfo
    async stop(timeoutMs) {
      connections.closeAfterResponses();
      // Not http.Server's close, which also closes idle connections at once.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const forced = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await Promise.race([closed, delay(Math.min(idleGrace, timeoutMs), undefined, { ref: false })]);
      server.close(); // closes idle connections, and ends the timers of http.Server
      connections.closeUnused();
      await closed;
      clearTimeout(forced);
    },
  };
}

/** A URL of this server that a program on this machine can call, also when it listens on every address. */
export function callableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
