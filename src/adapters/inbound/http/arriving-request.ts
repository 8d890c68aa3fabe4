import { IncomingMessage } from 'node:http';

/**
 * How many bytes of a body may arrive while nothing reads it. After that the rest stays in the network, except for the
 * packet that is being read. Most bodies are shorter, so their connection need not be paused.
 */
const MAX_UNREAD = 16 * 1024;

/**
 * A request whose body may arrive before anything reads it, while the request waits. Until then its parts are joined,
 * because node:http would keep an object for each one, and a packet may have thousands of chunks with one byte.
 */
export class ArrivingRequest extends IncomingMessage {
  /** In how many parts the body has arrived so far, which are network packets or chunks. */
  parts = 0;
  private joined = Buffer.alloc(0);
  private length = 0;

  /** node:http calls this for each part, and with `null` at the end. Returns whether more may follow now. */
  override push(part: Buffer | null): boolean {
    if (part !== null) this.parts++;
    if (part !== null && this.readableFlowing !== true) return this.join(part);
    this.passOn();
    return super.push(part);
  }

  /** The stream calls this when the body is read. */
  override _read(size: number): void {
    this.passOn();
    super._read(size);
  }

  private join(part: Buffer): boolean {
    const end = this.length + part.length;
    if (end > this.joined.length) this.joined = Buffer.concat([this.joined], Math.max(end, 2 * this.joined.length));
    part.copy(this.joined, this.length);
    this.length = end;
    return end < MAX_UNREAD;
  }

  private passOn(): void {
    if (this.length === 0) return;
    const joined = this.joined.subarray(0, this.length);
    this.joined = Buffer.alloc(0);
    this.length = 0;
    super.push(joined);
  }
}

/** Returns in how many parts the body of a request has arrived so far. */
export function partsOf(request: IncomingMessage): number {
  if (!(request instanceof ArrivingRequest)) throw new Error('the server makes each request');
  return request.parts;
}
