import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** The most characters in the buffer; the chunk being written has at most as many again. */
const BUFFER_LIMIT = 2 << 20;

/**
 * How long a line waits for others, in milliseconds; a process that is killed loses them. Writing at the end of each turn
 * of the event loop instead costs a lone connection a quarter of the CPU of a request (list of 20 on SQLite: 127 instead
 * of 93 µs).
 */
const FLUSH_AFTER_MS = 5;

/** Milliseconds before a failed write is retried; doubles from the first to the last. */
const BACK_OFF = { first: 5, last: 1000 } as const;

/** The most milliseconds by which a slow reader delays the end of the process. */
const EXIT_TIMEOUT = 250;

const EMPTY = Buffer.alloc(0);

/**
 * Writes lines, in order, to a non-blocking file descriptor. While it accepts none (a full disk, a slow or missing
 * reader), lines are buffered. When the buffer is full, lines are dropped until it is empty again, so that all dropped
 * lines leave one gap, where their number is reported.
 */
export class LogOutput implements DestinationStream {
  private buffer = '';
  private chunk: Buffer = EMPTY;
  private isFlushScheduled = false;
  private isWriting = false;
  private dropped = 0;
  private readonly waiting: (() => void)[] = [];
  private backOff: number = BACK_OFF.first;

  /** @param reportDropped receives the number of dropped lines when the next line can be written */
  constructor(
    private readonly fd: number,
    private readonly reportDropped: (lines: number) => void,
    private readonly format = (line: string) => line,
  ) {
    process.once('exit', () => this.flushSync());
  }

  write(json: string): void {
    const line = this.format(json);
    if (this.dropped > 0 || this.buffer.length + line.length > BUFFER_LIMIT) {
      this.dropped++;
      return;
    }
    this.buffer += line;
    this.scheduleFlush();
  }

  /** @param done called when the lines up to now are written, or cannot be */
  flush(done: () => void): void {
    if (this.isFlushScheduled) this.waiting.push(done);
    else done();
  }

  private callBack(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  private scheduleFlush(): void {
    if (this.isFlushScheduled) return;
    this.isFlushScheduled = true;
    setTimeout(() => this.writeChunk(), FLUSH_AFTER_MS);
  }

  private writeChunk(): void {
    this.fillChunk();
    this.isWriting = true;
    write(this.fd, this.chunk, (error, count) => {
      this.isWriting = false;
      if (error) {
        // Any error may be temporary, and cannot be reported. The timer must not keep the process running.
        setTimeout(() => this.writeChunk(), this.backOff).unref();
        this.backOff = Math.min(2 * this.backOff, BACK_OFF.last);
        this.callBack();
        return;
      }
      this.backOff = BACK_OFF.first;
      this.advance(count);
      if (this.chunk.length > 0) {
        this.writeChunk();
        return;
      }
      this.isFlushScheduled = false;
      if (this.buffer !== '') this.scheduleFlush();
      else this.callBack();
    });
  }

  /** @returns whether there is something to write */
  private fillChunk(): boolean {
    if (this.chunk.length === 0) {
      this.chunk = Buffer.from(this.buffer);
      this.buffer = '';
    }
    return this.chunk.length > 0;
  }

  private advance(written: number): void {
    this.chunk = this.chunk.subarray(written);
    if (this.chunk.length > 0 || this.buffer !== '' || this.dropped === 0) return;
    const { dropped } = this;
    this.dropped = 0;
    this.reportDropped(dropped);
  }

  /** At the exit of the process, which runs no further callbacks. */
  private flushSync(): void {
    if (this.isWriting) this.chunk = EMPTY; // a thread writes it, and Node.js waits for its threads
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + EXIT_TIMEOUT;
    while (this.fillChunk()) {
      try {
        this.advance(writeSync(this.fd, this.chunk));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) return; // what node:fs throws
        Atomics.wait(sleeper, 0, 0, BACK_OFF.first);
      }
    }
  }
}
