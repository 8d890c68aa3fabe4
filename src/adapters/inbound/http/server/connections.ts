import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors.js';
import type { Handler, RequestObserver } from './types.js';
import { lastResponse, originIn, parserError, rawResponse, tunnelRefused } from './parser-errors.js';

/** The most open responses of one connection. A further request before one of them has ended closes the connection. */
const MAX_OPEN_RESPONSES = 4;

/**
 * The longest time for which a refused connection is still read, so that closing it does not reset it (RFC 9112,
 * section 9.6).
 */
const LINGER_MS = 2000;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

interface Connection {
  readonly socket: Socket;
  /**
   * The responses that have not ended, in the order of their requests, with the instants at which the requests arrived.
   */
  readonly open: Map<ServerResponse, number>;
  /**
   * The instant at which the connection is closed unless it has an open response. All times come from
   * performance.now().
   */
  closeAt: number;
  /** Whether the connection gets no further response after the refusal of its latest request. */
  isRefused: boolean;
}

export interface ConnectionOptions {
  /**
   * The longest time from the start of a request to the end of its response, in milliseconds. It applies once the
   * response has begun.
   */
  readonly responseTimeout: number;
  /** The longest time from the end of a response to the next request, in milliseconds. */
  readonly idleTimeout: number;
  /**
   * The most connections at a time. A further one closes the connection that has had no open response for the longest
   * time.
   */
  readonly maxConnections: number;
  /** The origins whose scripts may read the refusals; see CORS_ORIGINS. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Called for the responses that the application does not see. */
  readonly observe: RequestObserver;
}

/**
 * Tracks the connections with their open responses and time limits, and sends the responses that node:http leaves to
 * its user.
 */
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
    // An unknown expectation may be ignored (RFC 9110, section 10.1.1); node:http would answer with an empty 417.
    server.on('checkExpectation', (request, response) => this.begin(request, response));
    server.on('clientError', (error: Error, socket) => this.failed(socket, parserError(error), originIn(error)));
    server.on('connect', (request, socket) => this.failed(socket, tunnelRefused, request.headers.origin, request));
    const { responseTimeout, idleTimeout } = options;
    const sweep = setInterval(() => this.closeOverdue(), Math.min(1000, responseTimeout / 2, idleTimeout / 2)).unref();
    server.once('close', () => clearInterval(sweep));
  }

  /** Adds `Connection: close` to every response that has not begun, so that its connection closes after it. */
  closeAfterResponses(): void {
    this.isStopping = true;
    for (const { open } of this.connections.values()) {
      for (const response of open.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** Closes the connections without an open response, some of which node:http does not count as idle. */
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
    const closeAt = performance.now() + options.idleTimeout;
    connections.set(socket, { socket, open: new Map(), closeAt, isRefused: false });
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
    connection.closeAt = performance.now() + this.options.idleTimeout;
    this.connections.delete(socket);
    this.connections.set(socket, connection); // this makes the connection the last one in the map
  }

  /** Closes connections that are idle for too long, and those whose client does not read its response. */
  private closeOverdue(): void {
    const now = performance.now();
    for (const { socket, open, closeAt } of this.connections.values()) {
      const [oldest] = open; // the later responses wait for this one
      const isOverdue =
        // the work on a request has a deadline of its own
        oldest === undefined ? now > closeAt : oldest[0].headersSent && now > oldest[1] + this.options.responseTimeout;
      if (isOverdue) socket.destroy();
    }
  }

  /** Responds to a request that node:http could not read, after the responses before it, and closes the connection. */
  private failed(socket: Duplex, error: HttpError, origin: string | undefined, request?: IncomingMessage): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || connection.isRefused) return; // every further packet fails as well
    connection.isRefused = true;
    const last = [...connection.open.keys()].at(-1);
    if (last === undefined) this.refuse(connection, error, origin, request);
    else if (last.req.complete) last.once('close', () => this.refuse(connection, error, origin, request));
    else if (last.headersSent || !socket.writable) socket.destroy();
    else {
      const { status, headers, body } = lastResponse(error, this.options.corsOrigins, last.req.headers.origin);
      last.writeHead(status, headers).end(body);
    }
  }

  /** Responds to a request that has no response object, reports it, and discards further input. */
  private refuse(
    connection: Connection,
    error: HttpError,
    origin: string | undefined,
    request?: IncomingMessage,
  ): void {
    const { socket } = connection;
    if (!socket.writable) return; // an earlier response has closed the connection
    connection.closeAt = performance.now() + LINGER_MS;
    const refusal = lastResponse(error, this.options.corsOrigins, origin);
    const requestId = requestIdOf(request);
    this.options.observe({
      requestId,
      method: request?.method,
      status: refusal.status,
      duration: 0,
      aborted: false,
      error,
    });
    socket.end(rawResponse(refusal, requestId));
    socket.resume();
  }
}

/**
 * Returns the X-Request-Id of a request if it is valid, which makes it safe to repeat in the response and in the log.
 * Otherwise returns a new one.
 */
function requestIdOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
