import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpError } from '../http-errors.js';

/** The largest body of a request, in bytes. An animal has at most 4 KiB, even if every character is escaped. */
const MAX_BODY = 16 * 1024;

/** The most requests of a connection without a response. node:http keeps in memory all that a client sends ahead. */
const MAX_OPEN = 10;

/** The request that a connection has received last. */
interface LastRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Refuses the request if its body is still arriving. */
  readonly fail: (error: HttpError) => void;
}

/** A connection of a client, whose requests are answered one after the other (RFC 9112, section 9.3.2). */
export class Connection {
  private open = 0;
  /** Resolves when the responses to all requests so far have ended. */
  private answered: Promise<void> = Promise.resolve();
  private last: LastRequest | undefined;
  private isRefused = false;

  /** @param sendRefusal writes the last response of the connection */
  constructor(
    private readonly socket: Socket,
    private readonly sendRefusal: (error: HttpError, request: IncomingMessage | undefined) => void,
  ) {}

  /** @param start called with the body when it is complete and the response before it has ended */
  receive(request: IncomingMessage, response: ServerResponse, start: (body: Buffer) => void): void {
    if (this.isRefused) return;
    this.open++;
    if (this.open > MAX_OPEN) {
      this.isRefused = true; // One packet may have thousands of requests, which node:http reads to its end.
      this.socket.destroy();
      return;
    }
    const before = this.answered;
    this.answered = new Promise((resolve) => {
      response.once('close', () => {
        this.open--;
        resolve();
      });
    });
    const fail = collectBody(request, (result) => {
      if (result instanceof HttpError) this.refuseAfter(before, result, request);
      else void before.then(() => start(result));
    });
    this.last = { request, response, fail };
  }

  /** Refuses input that node:http cannot read, and everything after it, when the responses before it have ended. */
  refuse(error: HttpError): void {
    if (this.isRefused) return; // node:http reports an error again for each further packet.
    // A request that is complete gets its response, although the event `end` of its body may still be on its way.
    if (this.last?.request.complete === false) this.last.fail(error);
    else this.refuseAfter(this.answered, error, undefined);
  }

  /** Closes the connection after the response to the last request that has arrived. A refusal closes it in any case. */
  closeAfterLast(): void {
    if (this.last === undefined || this.open === 0 || this.isRefused) return;
    const { response } = this.last;
    if (response.headersSent) response.once('close', () => this.socket.destroySoon());
    else response.setHeader('Connection', 'close');
  }

  /** Closes the connection if nothing has ever arrived, which node:http does not take for an idle one. */
  closeUnused(): void {
    if (this.socket.bytesRead === 0) this.socket.destroy();
  }

  private refuseAfter(before: Promise<void>, error: HttpError, request: IncomingMessage | undefined): void {
    this.isRefused = true;
    void before.then(() => {
      if (this.socket.writable) this.sendRefusal(error, request);
    });
  }
}

/** @param done called once, with the body or with the reason for its refusal @returns a function that refuses the body */
function collectBody(request: IncomingMessage, done: (result: Buffer | HttpError) => void): (error: HttpError) => void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const announced = Number(length ?? 0);
  let isDone = false;
  const finish = (result: Buffer | HttpError) => {
    if (!isDone) done(result);
    isDone = true;
  };
  if (coding === undefined && announced === 0) {
    finish(NO_BODY);
    return finish;
  }
  if (announced > MAX_BODY) finish(TOO_LARGE);
  // A part is a slice of its packet, which may be much larger, so it is copied.
  const body = Buffer.allocUnsafe(Math.min(announced || MAX_BODY, MAX_BODY));
  let size = 0;
  // The rest of a refused body is read, because many clients read the response only when they have sent everything.
  request.on('data', (part: Buffer) => {
    if (size + part.length > MAX_BODY) finish(TOO_LARGE);
    else size += part.copy(body, size);
  });
  request.once('end', () => finish(body.subarray(0, size)));
  return finish;
}

const NO_BODY = Buffer.alloc(0);
const TOO_LARGE = new HttpError('payload_too_large', `The body is larger than ${MAX_BODY} bytes.`);
