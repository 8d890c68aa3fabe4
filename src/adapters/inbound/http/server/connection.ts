import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpError } from '../http-errors.js';
import { MAX_BODY } from '../protocol.js';

/** The most parts in which a body may arrive, which are network packets or chunks. */
const MAX_PARTS = 1000;

/** The most requests of a connection without a response. node:http keeps in memory all that a client sends ahead. */
const MAX_OPEN = 10;

/** A request with its response, or input that is refused and has neither. */
interface Exchange {
  readonly request?: IncomingMessage;
  readonly response?: ServerResponse;
  /** Responds. It is absent while the request arrives. */
  respond?: () => void;
}

/** A connection of a client, whose requests are answered one after the other. */
export class Connection {
  /** The exchanges without a whole response, in the order of their requests. */
  private readonly exchanges: Exchange[] = [];
  private isRefused = false;

  /** @param sendRefusal writes the last response of the connection */
  constructor(
    private readonly socket: Socket,
    private readonly sendRefusal: (error: HttpError, request: IncomingMessage | undefined) => void,
  ) {}

  /** @param start called with the body when it is complete and the response before it has ended */
  receive(request: IncomingMessage, response: ServerResponse, start: (body: Buffer) => void): void {
    if (this.isRefused || this.socket.destroyed) return;
    const exchange: Exchange = { request, response };
    this.exchanges.push(exchange);
    if (this.exchanges.length > MAX_OPEN) this.socket.destroy();
    response.once('close', () => {
      this.exchanges.shift();
      this.exchanges[0]?.respond?.();
    });
    collectBody(request, (result) => {
      if (exchange.respond !== undefined) return;
      if (result instanceof HttpError) this.refuseExchange(exchange, result);
      else this.arrived(exchange, () => start(result));
    });
  }

  /** Refuses input that node:http cannot read, and everything after it, when the responses before it have ended. */
  refuse(error: HttpError): void {
    if (this.isRefused) return; // node:http reports an error again for each further packet.
    const last = this.exchanges.at(-1);
    // A request that is complete gets its response, although the event `end` of its body may still be on its way.
    const isArriving = last !== undefined && last.respond === undefined && !last.request?.complete;
    const exchange: Exchange = isArriving ? last : {};
    if (!isArriving) this.exchanges.push(exchange);
    this.refuseExchange(exchange, error);
  }

  /** Closes the connection after the last response. */
  closeAfterLast(): void {
    const last = this.exchanges.at(-1)?.response;
    if (last?.headersSent) last.once('close', () => this.socket.destroySoon());
    else last?.setHeader('Connection', 'close');
  }

  /** Closes the connection if nothing has ever arrived. node:http closes one that is idle after a request by itself. */
  closeUnused(): void {
    if (this.socket.bytesRead === 0) this.socket.destroy();
  }

  private refuseExchange(exchange: Exchange, error: HttpError): void {
    this.isRefused = true;
    this.arrived(exchange, () => {
      if (this.socket.writable) this.sendRefusal(error, exchange.request);
    });
  }

  private arrived(exchange: Exchange, respond: () => void): void {
    exchange.respond = respond;
    if (this.exchanges[0] === exchange) respond();
  }
}

function collectBody(request: IncomingMessage, done: (result: Buffer | HttpError) => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const announced = Number(length ?? 0);
  if (coding === undefined && announced === 0) {
    done(NO_BODY);
    return;
  }
  const parts: Buffer[] = [];
  let size = announced > MAX_BODY ? announced : 0;
  if (size > 0) done(TOO_LARGE);
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size > MAX_BODY) done(TOO_LARGE);
    else if (parts.length === MAX_PARTS) done(TOO_MANY_PARTS);
    else parts.push(Buffer.from(part)); // A part is a slice of its packet, which may be much larger.
  });
  request.once('end', () => done(Buffer.concat(parts)));
}

const NO_BODY = Buffer.alloc(0);
const TOO_LARGE = new HttpError('payload_too_large', `The body is larger than ${MAX_BODY} bytes.`);
const TOO_MANY_PARTS = new HttpError('invalid_request', `The body must arrive in at most ${MAX_PARTS} parts.`);
