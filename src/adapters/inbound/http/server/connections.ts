import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Handler } from './types.js';

/** The most open responses of one connection. A further request before one of them has ended closes the connection. */
const MAX_OPEN_RESPONSES = 4;

/** How often a server that stops looks for connections that are left, in milliseconds. */
const CHECK_INTERVAL_MS = 10;

/** A connection of a client, with the state that decides when it is closed. */
export interface Connection {
  readonly socket: Socket;
  /**
   * The responses that have not ended, in the order of their requests, with the instants at which the requests arrived,
   * as performance.now() gives them.
   */
  readonly open: Map<ServerResponse, number>;
  /** Whether the connection gets no further response after the refusal of its latest request. */
  isRefused: boolean;
}

export interface ConnectionOptions {
  /**
   * The longest time from the start of a request to the end of its response, in milliseconds. It applies once the
   * response has begun. `server.timeout` of node:http starts again whenever the client reads a little.
   */
  readonly responseTimeout: number;
  /**
   * The most connections at a time. A further one closes the connection that has had no open response for the longest
   * time. `server.maxConnections` of node:net would close the new one, so that idle clients could lock others out.
   */
  readonly maxConnections: number;
}

/** Tracks the connections with their open responses, and closes those that exceed a limit. */
export class Connections {
  /** The connections without an open response are in the order in which their last response ended. */
  private readonly connections = new Map<Duplex, Connection>();
  private isStopping = false;

  constructor(
    server: Server,
    private readonly handle: Handler,
    private readonly options: ConnectionOptions,
  ) {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.on('request', (request, response) => this.begin(request, response));
    // The rest of the request is requested only when its body is read (RFC 9110, section 10.1.1).
    server.on('checkContinue', (request, response) => {
      request.once('resume', () => {
        if (!response.headersSent) response.writeContinue();
      });
      this.begin(request, response);
    });
    // An unknown expectation may be ignored (RFC 9110, section 10.1.1). node:http would respond with an empty 417.
    server.on('checkExpectation', (request, response) => this.begin(request, response));
    const sweep = setInterval(() => this.closeSlow(), Math.min(1000, options.responseTimeout / 2)).unref();
    server.once('close', () => clearInterval(sweep));
  }

  of(socket: Duplex): Connection | undefined {
    return this.connections.get(socket);
  }

  /**
   * Adds `Connection: close` to every response that has not begun, so that its connection closes after it. Resolves
   * when no connection is left, or after `timeoutMs`.
   */
  async closeAfterResponses(timeoutMs: number): Promise<void> {
    this.isStopping = true;
    for (const { open } of this.connections.values()) {
      for (const response of open.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    const until = performance.now() + timeoutMs;
    while (this.connections.size > 0 && performance.now() < until) await delay(CHECK_INTERVAL_MS);
  }

  /** Closes the connections without an open response. node:http keeps those that have not sent a request. */
  closeIdle(): void {
    for (const { socket, open } of this.connections.values()) if (open.size === 0) socket.destroy();
  }

  private opened(socket: Socket): void {
    // node:http removes its own listener from a socket that it hands over for CONNECT. An error without a listener ends
    // the process. The event `close` follows each error.
    socket.on('error', () => undefined);
    const { connections, options } = this;
    if (connections.size >= options.maxConnections) {
      const idle = [...connections.values()].find(({ open }) => open.size === 0)?.socket ?? socket;
      idle.destroy();
      connections.delete(idle);
      if (idle === socket) return;
    }
    connections.set(socket, { socket, open: new Map(), isRefused: false });
    socket.once('close', () => connections.delete(socket));
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (connection === undefined || request.socket.destroyed) return;
    const { open, socket } = connection;
    if (open.size >= MAX_OPEN_RESPONSES) {
      socket.destroy();
      return;
    }
    // Without a listener for `upgrade`, node:http ignores the header but drops the bytes that it has read after the
    // request.
    if (this.isStopping || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    open.set(response, performance.now());
    response.once('close', () => this.ended(connection, response));
    response.setHeader('X-Request-Id', requestIdOf(request));
    void this.handle(request, response);
  }

  private ended(connection: Connection, response: ServerResponse): void {
    const { socket, open } = connection;
    open.delete(response);
    if (open.size > 0 || socket.destroyed) return;
    this.connections.delete(socket);
    this.connections.set(socket, connection); // This makes the connection the last one in the map.
  }

  /** Closes connections whose client does not read its response in time. */
  private closeSlow(): void {
    const limit = performance.now() - this.options.responseTimeout;
    for (const { socket, open } of this.connections.values()) {
      const [oldest] = open; // The later responses wait for this one.
      if (oldest?.[0].headersSent && oldest[1] < limit) socket.destroy(); // Before that, a request has a deadline.
    }
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the X-Request-Id of a request if it is valid, which makes it safe to repeat in the response and in the log.
 * Otherwise returns a new one.
 */
export function requestIdOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
