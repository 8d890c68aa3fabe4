import { IncomingMessage } from 'node:http';

/** The largest body that the service reads, in bytes. What exceeds it is counted and not kept. */
export const MAX_BODY = 100 * 1024;

/**
 * How many bytes of a body may arrive while nothing reads it. After that the rest stays in the network, except for the
 * packet that is being read. Most bodies are shorter, so their connection need not be paused.
 */
const MAX_UNREAD = 16 * 1024;

/**
 * A request that joins the parts of its body as they arrive, while it waits and while the body is read. node:http would
 * keep an object for each part, and a packet may have thousands of chunks with one byte. The server makes it by the
 * documented option `IncomingMessage`, and `push` is where a stream receives each part. A listener of `data` cannot
 * replace it: it would ask a client that expects 100 (Continue) for its body at once, and after `pause()` node:http would
 * keep an object for each part again.
 */
export class ArrivingRequest extends IncomingMessage {
  /** In how many parts the body has arrived so far, which are network packets or chunks. */
  parts = 0;
  /** How many bytes of the body have arrived. */
  length = 0;
  private joined: Buffer = Buffer.alloc(0);
  private state: 'unread' | 'read' | 'refused' = 'unread';

  /** What has arrived of the body, which has at most MAX_BODY bytes. */
  get body(): Buffer {
    return this.joined.subarray(0, this.length);
  }

  /** Lets the rest of the body arrive. The event `part` follows each part, with its length, and `complete` the last one. */
  readBody(): void {
    this.state = 'read';
    this.resume();
  }

  /** Forgets the body, and lets the rest of it arrive without being kept. */
  refuseBody(): void {
    this.state = 'refused';
    this.joined = Buffer.alloc(0);
    this.resume();
  }

  /**
   * node:http calls this for each part, and with `null` at the end, which the event `complete` reports even if nothing
   * reads the body. Returns whether more may follow now.
   */
  override push(part: Buffer | null): boolean {
    if (part === null) {
      this.emit('complete');
      return super.push(null);
    }
    this.parts++;
    const start = this.length;
    this.length += part.length;
    if (this.state !== 'refused' && this.length <= MAX_BODY) this.keep(part, start);
    this.emit('part', part.length);
    return this.state !== 'unread' || this.length < MAX_UNREAD;
  }

  private keep(part: Buffer, start: number): void {
    if (start === 0) this.joined = part;
    else {
      const size = Math.max(this.length, Math.min(2 * this.joined.length, MAX_BODY));
      if (this.length > this.joined.length) this.joined = Buffer.concat([this.joined], size);
      part.copy(this.joined, start);
    }
  }
}

/** Narrows a request to the class of all requests of the server. */
export function arriving(request: IncomingMessage): ArrivingRequest {
  if (!(request instanceof ArrivingRequest)) throw new Error('the server makes each request');
  return request;
}
