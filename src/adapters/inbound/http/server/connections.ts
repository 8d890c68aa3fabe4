import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { requestIdOf } from './request-id.js';
import type { Handler } from './types.js';
import { Deadline, withDeadline } from '../../../support/deadline.js';
import { RunQueue } from '../../../support/run-queue.js';

/** How many requests start in one turn of the event loop. */
const STARTS = 32;

/** The most open responses of one connection. After a further request the connection closes with these responses. */
const MAX_OPEN_RESPONSES = 4;

/** How many further requests are ignored before the connection closes at once. node:http keeps each in memory. */
const MAX_IGNORED = 100;

/** How often a server that stops looks for connections that are left, in milliseconds. */
const CHECK_INTERVAL_MS = 10;

/** A server that stops listens until it has accepted no connection for this time, in milliseconds. */
const QUIET_MS = 50;

/** The longest time for which a server that stops still listens, in milliseconds. */
const MAX_ACCEPTING_MS = 500;

/** A connection of a client, with the state that decides when it is closed. */
interface ClientConnection {
  readonly socket: Socket;
  /** The responses that have not ended, in the order of their requests. */
  readonly open: ServerResponse[];
  /**
   * The open response whose request the application has seen. The others wait in the run queue, or for the response
   * before them.
   */
  started: ServerResponse | undefined;
  /** Whether the connection gets no further response after the refusal of its latest request. */
  isRefused: boolean;
  /** The number of requests that are ignored, because they exceed the open responses. */
  ignored: number;
  /** How many bytes had arrived at the last look for silent connections. It is absent if a response has ended since. */
  bytesRead?: number | undefined;
}

/**
 * Where the refusal of input that node:http does not pass on is written: by the response to the request whose rest the
 * application waits for, or else to the socket.
 */
export type Refusal =
  | { readonly by: ServerResponse }
  | {
      /** The open response after which the refusal is written. Without one, it is written at once. */
      readonly after: ServerResponse | undefined;
      /** The request, if its head had arrived. */
      readonly request?: IncomingMessage;
    };

export interface ConnectionOptions {
  /** How long a request may take until its response, in milliseconds. The time of its body does not count. */
  readonly requestDeadline: number;
  /** The most connections at a time. One more makes one of them give way. */
  readonly maxConnections: number;
}

/** Tracks the connections of clients with their open responses, and closes those that exceed a limit. */
export class ClientConnections {
  /**
   * The connections in the order of their last steps. A step is: the connection is accepted, the head of a request has
   * arrived, all of the request has arrived, or its response has ended.
   */
  private readonly connections = new Map<Duplex, ClientConnection>();
  /** Every request waits here until the end of the turn that brought it, or longer if there are many. */
  private readonly queue = new RunQueue(STARTS);
  private accepted = 0;
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
  }

  /**
   * Makes a refusal the last response of a connection, and returns how the refusal is sent. Returns `undefined` if the
   * connection has its last response already, or is closed.
   */
  refuse(socket: Duplex): Refusal | undefined {
    const connection = this.connections.get(socket);
    if (connection === undefined || connection.isRefused) return undefined;
    connection.isRefused = true;
    const { open, started } = connection;
    const last = open.at(-1);
    if (last === undefined || last.req.complete) return { after: last };
    if (last === started) return { by: last };
    forget(open, last); // The application has not seen the request.
    return { after: open.at(-1), request: last.req };
  }

  /**
   * Adds `Connection: close` to the last response of every connection, unless it has begun. Resolves when the server
   * has accepted every connection that the system has queued, because the system resets those that remain in the queue
   * of a closed server. Meanwhile every request waits, so its client opens no further connection.
   */
  async acceptLast(): Promise<void> {
    this.isStopping = true;
    for (const { open } of this.connections.values()) {
      const last = open.at(-1);
      if (last?.headersSent === false) last.setHeader('Connection', 'close');
    }
    this.queue.hold();
    const until = performance.now() + MAX_ACCEPTING_MS;
    let before: number;
    do {
      before = this.accepted;
      await delay(QUIET_MS);
    } while (this.accepted > before && performance.now() < until);
    this.queue.release();
  }

  /**
   * Resolves when no connection is left. Closes each one that has no open response and has sent nothing for
   * `silenceMs`.
   */
  async drain(silenceMs: number): Promise<void> {
    this.closeSilent();
    const silence = setInterval(() => this.closeSilent(), silenceMs);
    while (this.connections.size > 0) await delay(CHECK_INTERVAL_MS);
    clearInterval(silence);
  }

  private closeSilent(): void {
    for (const connection of this.connections.values()) {
      const { socket, open, bytesRead } = connection;
      if (open.length === 0 && socket.bytesRead === bytesRead) socket.destroy();
      connection.bytesRead = socket.bytesRead;
    }
  }

  private opened(socket: Socket): void {
    // node:http removes its own listener from a socket that it hands over for CONNECT. An error without a listener ends
    // the process. The event `close` follows each error.
    socket.on('error', () => undefined);
    this.accepted++;
    this.connections.set(socket, { socket, open: [], started: undefined, isRefused: false, ignored: 0 });
    socket.once('close', () => this.connections.delete(socket));
    if (this.connections.size > this.options.maxConnections) this.giveWay();
  }

  /**
   * Closes the connection that has gone longest without a step. A connection stays while the service works on its
   * request, which has arrived and whose response has not begun: the deadline of the request bounds that time. If this
   * holds for all others, the new one closes.
   * `server.maxConnections` of node:net would close the new one in any case, so a few clients could lock all others out.
   */
  private giveWay(): void {
    for (const { socket, open } of this.connections.values()) {
      const [first] = open; // The others wait for this one.
      if (first?.req.complete && !first.headersSent) continue;
      this.connections.delete(socket);
      socket.resetAndDestroy(); // After a mere close, the system would keep for minutes what the client does not read.
      return;
    }
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (connection === undefined || request.socket.destroyed) return;
    const { open, socket } = connection;
    if (connection.ignored > 0 || open.length >= MAX_OPEN_RESPONSES) {
      ignoreRequest(connection);
      return;
    }
    // Without a listener for `upgrade`, node:http ignores the header but drops the bytes that it has read after the
    // request.
    if (this.isStopping || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    const before = open.at(-1);
    open.push(response);
    response.once('close', () => this.ended(connection, response));
    response.setHeader('X-Request-Id', requestIdOf(request));
    const start = (deadline: Deadline) => {
      if (!socket.writable) return; // The client has left, or an earlier response has closed the connection.
      connection.started = response;
      void withDeadline(deadline, () => this.handle(request, response));
    };
    const enter = () => {
      const deadline = new Deadline(this.options.requestDeadline);
      this.queue.enter(() => start(deadline));
    };
    if (before === undefined) {
      this.stepped(connection);
      enter();
    } else before.once('close', enter);
    request.once('complete', () => {
      if (open[0] === response) this.stepped(connection);
    });
  }

  private ended(connection: ClientConnection, response: ServerResponse): void {
    forget(connection.open, response);
    connection.started = undefined;
    connection.bytesRead = undefined;
    this.stepped(connection);
  }

  /** Makes the connection the last one in the order of steps. */
  private stepped(connection: ClientConnection): void {
    if (connection.socket.destroyed) return;
    this.connections.delete(connection.socket);
    this.connections.set(connection.socket, connection);
  }
}

/**
 * Ignores a request that exceeds the open responses of its connection, and everything after it. The connection closes
 * after these responses.
 */
function ignoreRequest(connection: ClientConnection): void {
  const { socket, open } = connection;
  connection.ignored++;
  if (connection.ignored > MAX_IGNORED) socket.destroy();
  if (connection.ignored > 1) return;
  connection.isRefused = true;
  // From here on node:http parses no more of the input, which is discarded. Closing a connection with unread input
  // would reset it and could lose the responses (RFC 9112, section 9.6).
  socket.removeAllListeners('data').on('data', () => undefined);
  const last = open.at(-1);
  if (last?.headersSent) last.once('close', () => socket.destroySoon());
  else last?.setHeader('Connection', 'close');
}

/** Removes a response that is open no more. */
function forget(open: ClientConnection['open'], response: ServerResponse): void {
  const place = open.indexOf(response);
  if (place >= 0) open.splice(place, 1);
}
