import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerRaw, parserError, tunnelRefused } from './parser-errors.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 lets the system pick one. */
  readonly port: number;
  /** How long the head of a request, and the whole request, may take to arrive, in milliseconds. */
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
}

export interface Server {
  /** Where it really listens, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Takes no new connection, lets what is under way finish for `patience` milliseconds, then cuts it off. */
  stop(patience: number): Promise<void>;
}

/** Longer than the 60 seconds for which common load balancers keep an idle connection, so that they close first. */
const KEEP_ALIVE = 65_000;

/** Listens for HTTP/1.1. @throws the system's error where the address cannot be had */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { host, port, headersTimeout = 15_000, requestTimeout = 30_000 }: ServerOptions,
): Promise<Server> {
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    requireHostHeader: false, // node:http would answer with an empty body; the application asks for it instead
  });
  server.maxHeadersCount = 0; // the total size is bounded; beyond a count, node:http would drop headers in silence

  const underWay = new Set<ServerResponse>();
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const connections = new Set<Socket>();
  let stopping = false;

  server.on('request', (request, response) => {
    underWay.add(response);
    latest.set(request.socket, { request, response });
    response.once('close', () => underWay.delete(response));
    if (stopping) response.setHeader('Connection', 'close');
    void handle(request, response);
  });
  // An expectation that nobody knows may be ignored (RFC 9110, section 10.1.1); node:http would answer it with an empty 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answerRaw(socket, tunnelRefused));
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', (error, socket) => {
    const answer = () => (socket.writable ? answerRaw(socket, parserError(error)) : socket.destroy());
    const { request, response } = latest.get(socket) ?? {};
    if (response === undefined || response.writableFinished) answer();
    else if (request?.complete)
      response.once('finish', answer); // the fault is in the request after it, whose turn comes
    else if (response.headersSent) socket.destroy();
    else answer();
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  return {
    url: urlOf(server.address() as AddressInfo), // a TCP server that listens has no other kind of address
    async stop(patience) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
      server.closeIdleConnections();
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy(); // to node:http these are not idle
      const deadline = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearTimeout(deadline);
    },
  };
}

/** A URL of this server that a program on this machine can call, also where it listens on every address. */
export function callableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
