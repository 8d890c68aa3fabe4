import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors.js';
import type { Request } from './request.js';
import type { RequestObserver } from './request-record.js';
import { lastResponse, parserError, tunnelRefused } from './parser-errors.js';

interface Connection {
  readonly socket: Socket;
  /** The request whose headers arrived last. */
  latest?: { readonly request: Request; readonly response: ServerResponse };
  /** Responses that are not finished, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
}

/** What is under way on each connection, and the answers that node:http leaves to its user. */
export class Connections {
  private readonly connections = new Map<Duplex, Connection>();

  constructor(
    private readonly server: Server<typeof Request>,
    private readonly stallTimeout: number,
    private readonly observe: RequestObserver,
  ) {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.on('timeout', (socket: Socket) => this.stalled(socket));
    server.on('clientError', (error: Error, socket) => this.failed(error, socket));
    server.on('connect', (request, socket) =>
      this.afterResponses(socket, () => this.refuse(socket, tunnelRefused, request)),
    );
    server.on('upgrade', (request, socket: Socket, rest) => {
      this.afterResponses(socket, () => this.readWithoutUpgrade(request, socket, rest));
    });
  }

  /** Records a request. */
  begin(request: Request, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (connection === undefined) return;
    connection.latest = { request, response };
    // A socket compares its write queue at each timeout: without progress the second one is reported.
    request.socket.setTimeout(this.stallTimeout / 2);
    connection.responses.add(response);
    response.on('close', () => connection.responses.delete(response));
  }

  /** Makes every response that has not begun the last one of its connection. */
  closeAfterResponses(): void {
    for (const { responses } of this.connections.values()) {
      for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** Closes connections that have sent nothing, which node:http does not count as idle. */
  closeUnused(): void {
    for (const { socket } of this.connections.values()) if (socket.bytesRead === 0) socket.destroy();
  }

  private opened(socket: Socket): void {
    if (this.connections.has(socket)) return; // it was upgraded, see below
    this.connections.set(socket, { socket, responses: new Set() });
    socket.once('close', () => this.connections.delete(socket));
  }

  /** Neither side has sent anything for a while. A request that is still worked on has a deadline of its own. */
  private stalled(socket: Socket): void {
    const [first] = this.connections.get(socket)?.responses ?? [];
    if (first === undefined || first.headersSent) socket.destroy();
  }

  /** Answers what could not be read, once, and closes the connection. */
  private failed(error: Error, socket: Duplex): void {
    const { request, response } = this.connections.get(socket)?.latest ?? {};
    if (request === undefined || response === undefined || request.complete) {
      this.afterResponses(socket, () => this.refuse(socket, parserError(error)));
    } else if (response.headersSent || !socket.writable) {
      socket.destroy(); // the request has had its answer
    } else {
      const failure = parserError(error);
      const { status, headers, body } = lastResponse(failure);
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.writeHead(status, { ...headers, 'X-Request-Id': request.id }).end(body);
      if (request.isWaiting) this.report(status, failure, request); // it will never reach the application
    }
  }

  /** Answers on the bare connection, where there is no response object. */
  private refuse(socket: Duplex, error: HttpError, request?: Request): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = lastResponse(error);
    this.connections.get(socket)?.socket.setTimeout(this.stallTimeout); // if the client does not close
    const requestId = this.report(status, error, request);
    const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Date: new Date().toUTCString() });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`);
  }

  /** Reports a response that the application does not see. @returns its X-Request-Id */
  private report(status: number, error: HttpError, request?: Request): string {
    const requestId = request?.id ?? randomUUID();
    this.observe({
      requestId,
      traceId: undefined,
      method: request?.method,
      route: undefined,
      status,
      duration: 0,
      aborted: false,
      accountId: undefined,
      keyPrefix: undefined,
      error,
    });
    return requestId;
  }

  /**
   * Reads a request again without its Upgrade header, which a server may ignore (RFC 9110, section 7.8). Left alone,
   * node:http would answer it and drop the requests that follow.
   */
  private readWithoutUpgrade(request: Request, socket: Socket, rest: Buffer): void {
    const { method, url, httpVersion, rawHeaders } = request;
    let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.toLowerCase() !== 'upgrade') head += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
    }
    socket.unshift(Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), rest]));
    this.server.emit('connection', socket);
  }

  private afterResponses(socket: Duplex, proceed: () => void): void {
    const last = [...(this.connections.get(socket)?.responses ?? [])].at(-1);
    if (last === undefined) proceed();
    else last.once('close', proceed);
  }
}
