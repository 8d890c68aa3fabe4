import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors.js';
import type { Handler, RequestObserver } from './types.js';
import { lastResponse, parserError, tunnelRefused } from './parser-errors.js';

/** The most open responses of one connection. Nothing more is read from it until one of them has ended. */
const MAX_OPEN_RESPONSES = 32;

/** The most requests of all connections that wait, of 3 KiB in memory each: node:http reads up to 3,600 at once. */
const MAX_HELD_REQUESTS = 10_000;

/** How long a connection is read after its last response, so that closing it does not reset it (RFC 9112, section 9.6). */
const LINGER_MS = 2000;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

interface Connection {
  readonly socket: Socket;
  /** Responses that are not finished, in the order of their requests, each with its time limit. */
  readonly open: Map<ServerResponse, NodeJS.Timeout>;
  /** Those of pipelined requests that wait until fewer responses are open. */
  readonly held: ServerResponse[];
  /** The bytes read of it when it became idle. */
  bytesAtRest: number;
}

export interface ConnectionOptions {
  /** The longest time from the start of a request to the end of its response, once that has begun, in milliseconds. */
  readonly responseTimeout: number;
  /** The most connections at a time; for a further one the one that has been idle for longest is closed. */
  readonly maxConnections: number;
  /** Called with the responses that the application does not see. */
  readonly observe: RequestObserver;
}

/** The open requests of each connection, and the responses that node:http leaves to its user. */
export class Connections {
  /** The one that has been idle for longest comes first. */
  private readonly connections = new Map<Duplex, Connection>();
  private heldRequests = 0;
  private isStopping = false;

  constructor(
    server: Server,
    private readonly handle: Handler,
    private readonly options: ConnectionOptions,
  ) {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.on('request', (request, response) => this.begin(request, response));
    // Reading the body, and nothing earlier, asks for the rest of the request (RFC 9110, section 10.1.1).
    server.on('checkContinue', (request, response) => {
      request.once('resume', () => {
        if (!response.headersSent) response.writeContinue();
      });
      this.begin(request, response);
    });
    // An unknown expectation may be ignored (RFC 9110, section 10.1.1); node:http would answer with an empty 417.
    server.on('checkExpectation', (request, response) => this.begin(request, response));
    server.on('clientError', (error: Error, socket) => this.failed(error, socket));
    server.on('connect', (request, socket) => {
      this.afterResponses(socket, () => this.refuse(socket, tunnelRefused, request));
    });
  }

  /** Makes every response that has not begun the last one of its connection. */
  closeAfterResponses(): void {
    this.isStopping = true;
    for (const { open } of this.connections.values()) {
      for (const response of open.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** Closes connections that have sent nothing, which node:http does not count as idle. */
  closeUnused(): void {
    for (const { socket } of this.connections.values()) if (socket.bytesRead === 0) socket.destroy();
  }

  private opened(socket: Socket): void {
    // node:http removes its own listener from a socket that it hands over for CONNECT. An error without a listener ends
    // the process. The event `close` follows each error.
    socket.on('error', () => undefined);
    if (this.connections.size >= this.options.maxConnections && !this.closeIdle()) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, open: new Map(), held: [], bytesAtRest: 0 };
    this.connections.set(socket, connection);
    socket.on('resume', () => {
      if (connection.held.length > 0) socket.pause(); // node:http resumes it for reasons of its own
    });
    socket.once('close', () => this.closed(connection));
  }

  private closed(connection: Connection): void {
    this.connections.delete(connection.socket);
    for (const timer of connection.open.values()) clearTimeout(timer);
    this.heldRequests -= connection.held.splice(0).length;
  }

  /** Makes room for a new connection. @returns whether one was idle */
  private closeIdle(): boolean {
    for (const connection of this.connections.values()) {
      const { socket, open, held, bytesAtRest } = connection;
      const isArriving = socket.bytesRead > bytesAtRest;
      if (open.size + held.length > 0 || isArriving) continue;
      socket.destroy();
      this.closed(connection);
      return true;
    }
    return false;
  }

  /** Handles a request, at once or when fewer responses of its connection are open. */
  private begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (connection === undefined || request.socket.destroyed) return;
    // Without a listener for `upgrade`, node:http ignores the header, but drops the bytes it has read after the request.
    if (this.isStopping || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    if (connection.open.size < MAX_OPEN_RESPONSES) this.start(connection, response);
    else this.hold(connection, response);
  }

  private start(connection: Connection, response: ServerResponse): void {
    const { socket, open } = connection;
    const timer = setTimeout(() => {
      if (response.headersSent) socket.destroy();
      else timer.refresh(); // the work on a request has a deadline of its own
    }, this.options.responseTimeout);
    open.set(response, timer);
    response.once('close', () => {
      clearTimeout(timer);
      open.delete(response);
      this.ended(connection);
    });
    response.setHeader('X-Request-Id', requestIdOf(response.req));
    void this.handle(response.req, response);
  }

  private ended(connection: Connection): void {
    const { socket, open, held } = connection;
    if (held.length > 0) setImmediate(() => this.startHeld(connection)); // other connections have a turn
    if (held.length > 0 || open.size > 0 || socket.destroyed) return;
    connection.bytesAtRest = socket.bytesRead;
    this.connections.delete(socket);
    this.connections.set(socket, connection); // now the last one
  }

  private hold(connection: Connection, response: ServerResponse): void {
    if (this.heldRequests >= MAX_HELD_REQUESTS) {
      connection.socket.destroy();
      return;
    }
    this.heldRequests++;
    if (connection.held.push(response) === 1) connection.socket.pause();
  }

  private startHeld(connection: Connection): void {
    const { socket, open, held } = connection;
    const next = open.size < MAX_OPEN_RESPONSES ? held.shift() : undefined;
    if (next === undefined) return;
    this.heldRequests--;
    if (held.length === 0) socket.resume();
    this.start(connection, next);
  }

  /** Answers a request that node:http could not read, once, and closes the connection. */
  private failed(error: Error, socket: Duplex): void {
    const response = this.lastOf(socket);
    if (response === undefined || response.req.complete) {
      this.afterResponses(socket, () => this.refuse(socket, parserError(error)));
      return;
    }
    const requestId = response.getHeader('X-Request-Id');
    if (requestId === undefined || response.headersSent || !socket.writable) {
      socket.destroy(); // the request is held, or has had its answer
      return;
    }
    const { status, headers, body } = lastResponse(parserError(error));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.writeHead(status, { ...headers, 'X-Request-Id': requestId }).end(body);
  }

  /** Answers and reports a request without a response object. Discards further input. */
  private refuse(socket: Duplex, error: HttpError, request?: IncomingMessage): void {
    if (!this.connections.has(socket) || !socket.writable) return; // another response has closed it
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    const { status, headers, body } = lastResponse(error);
    const requestId = requestIdOf(request);
    this.options.observe({ requestId, method: request?.method, status, duration: 0, aborted: false, error });
    const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Date: new Date().toUTCString() });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`);
    socket.resume();
  }

  private afterResponses(socket: Duplex, proceed: () => void): void {
    const last = this.lastOf(socket);
    if (last === undefined) proceed();
    else last.once('close', proceed);
  }

  /** The response to the request whose headers arrived last, unless that has ended. */
  private lastOf(socket: Duplex): ServerResponse | undefined {
    const connection = this.connections.get(socket);
    return connection && (connection.held.at(-1) ?? [...connection.open.keys()].at(-1));
  }
}

/** The X-Request-Id of a request if it is valid: safe to repeat in the response and in the log. Otherwise a new one. */
function requestIdOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
