import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.js';
import { parserError, sendRefusal } from './refusal.js';
import { Deadline, withDeadline } from '../../../support/deadline.js';
import { RunQueue } from '../../../support/run-queue.js';
import type { HttpError } from '../http-errors.js';
import type { Handler, RequestObserver } from '../state.js';

/** How many requests start in one turn of the event loop. */
const STARTS = 32;

export interface RequestsOptions {
  /** How long a request may take from its arrival until its response, in milliseconds. */
  readonly requestDeadline: number;
  /** Called for each request that the application does not see. */
  readonly observers: readonly RequestObserver[];
}

/** Passes each request of a server to the application when it is complete, and refuses input that is no request. */
export class Requests {
  private readonly connections = new Map<Duplex, Connection>();
  /** Every request waits here until the end of the turn that brought it, or longer if there are many. */
  private readonly queue = new RunQueue(STARTS);
  /** The requests that wait while a stop holds them. */
  private held: (() => void)[] | undefined;
  private isStopping = false;
  /** How many connections the server has accepted. */
  accepted = 0;

  constructor(
    server: Server,
    private readonly handle: Handler,
    private readonly options: RequestsOptions,
  ) {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.on('request', this.begin);
    // An unknown expectation may be ignored (RFC 9110, section 10.1.1). node:http would respond with an empty 417.
    server.on('checkExpectation', this.begin);
    server.on('clientError', (error: Error, socket) => this.connections.get(socket)?.refuse(parserError(error)));
  }

  /** The number of connections that are open. */
  get open(): number {
    return this.connections.size;
  }

  /** Makes each response close its connection from now on, unless its client has sent further requests already. */
  closeAfterResponses(): void {
    this.isStopping = true;
    for (const connection of this.connections.values()) connection.closeAfterLast();
  }

  /** Lets no further request start before `release`. */
  hold(): void {
    this.held = [];
  }

  release(): void {
    for (const start of this.held ?? []) this.queue.enter(start);
    this.held = undefined;
  }

  closeUnused(): void {
    for (const connection of this.connections.values()) connection.closeUnused();
  }

  private opened(socket: Socket): void {
    this.accepted++;
    const connection = new Connection(socket, (error, request) => this.refused(socket, error, request));
    this.connections.set(socket, connection);
    socket.once('close', () => this.connections.delete(socket));
  }

  private readonly begin = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = this.connections.get(request.socket);
    connection?.receive(request, response, (body) => {
      const deadline = new Deadline(this.options.requestDeadline);
      const start = () => {
        if (!request.socket.writable) return; // The client has left, or an earlier response has closed the connection.
        if (this.isStopping) connection.closeAfterLast();
        const arrived = Object.assign(request, { id: idOf(request), body });
        response.setHeader('X-Request-Id', arrived.id);
        void withDeadline(deadline, () => this.handle(arrived, response));
      };
      if (this.held === undefined) this.queue.enter(start);
      else this.held.push(start);
    });
  };

  private refused(socket: Socket, error: HttpError, request: IncomingMessage | undefined): void {
    const requestId = idOf(request);
    const status = sendRefusal(socket, error, requestId);
    const record = { requestId, method: request?.method, status, duration: 0, aborted: false, error };
    for (const observe of this.options.observers) observe(record);
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the X-Request-Id of a request if it may be repeated in the response and in the log; otherwise a new one. */
function idOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
