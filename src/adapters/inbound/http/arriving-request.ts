import { IncomingMessage } from 'node:http';

/**
 * How many bytes of a body may arrive while nothing reads it. After that the rest stays in the network, except for the
 * packet that is being read. Most bodies are shorter, so their connection need not be paused.
 */
const MAX_UNREAD = 16 * 1024;

/**
 * A request that joins the parts of its body as they arrive, while it waits and while the body is read. node:http would
 * keep an object for each part, and a packet may have thousands of chunks with one byte.
 */
export class ArrivingRequest extends IncomingMessage {
  /** In how many parts the body has arrived so far, which are network packets or chunks. */
  parts = 0;
  private joined: Buffer = Buffer.alloc(0);
  private length = 0;
  private isRead = false;
  private isRefused = false;

  /** What has arrived of the body. */
  get body(): Buffer {
    return this.joined.subarray(0, this.length);
  }

  /** Lets the rest of the body arrive. After each part the event `part` follows, and `end` after the last one. */
  readBody(): void {
    this.isRead = true;
    this.resume();
  }

  /** Forgets the body, and ignores the rest of it. */
  refuseBody(): void {
    this.isRefused = true;
    this.joined = Buffer.alloc(0);
    this.length = 0;
  }

  /** node:http calls this for each part, and with `null` at the end. Returns whether more may follow now. */
  override push(part: Buffer | null): boolean {
    if (part === null) return super.push(null);
    this.parts++;
    if (this.isRefused) return true;
    this.join(part);
    this.emit('part');
    return this.isRead || this.length < MAX_UNREAD;
  }

  private join(part: Buffer): void {
    const end = this.length + part.length;
    if (this.length === 0) this.joined = part;
    else {
      if (end > this.joined.length) this.joined = Buffer.concat([this.joined], Math.max(end, 2 * this.joined.length));
      part.copy(this.joined, this.length);
    }
    this.length = end;
  }
}

/** Returns a request as what the server makes of each one. */
export function arriving(request: IncomingMessage): ArrivingRequest {
  if (!(request instanceof ArrivingRequest)) throw new Error('the server makes each request');
  return request;
}
