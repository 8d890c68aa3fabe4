import { write, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DestinationStream } from 'pino';

/** The most characters in the buffer; the chunk being written has at most as many again. */
const BUFFER_LIMIT = 2 << 20;

/** How long a line waits for others, and a failed write for the next attempt, in milliseconds; a kill loses these lines. */
const FLUSH_AFTER_MS = 5;

/** How long the end of the process, and the callback of `flush`, wait for a slow reader, in milliseconds. */
const TIMEOUT_MS = 250;

const EMPTY = Buffer.alloc(0);
const writeAsync = promisify(write);

/**
 * Writes lines, in order, to a non-blocking file descriptor. While it accepts none (a full disk, a slow or missing
 * reader), lines are buffered. When the buffer is full, lines are dropped until it is empty again, so that all dropped
 * lines leave one gap, where their number is reported.
 */
export class LogOutput implements DestinationStream {
  private buffer = '';
  private chunk: Buffer = EMPTY;
  private writing: Promise<void> | undefined;
  private isInWrite = false;
  private dropped = 0;

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
    this.writing ??= this.writeAll();
  }

  /** @param done called when the lines up to now are written, or cannot be */
  flush(done: () => void): void {
    void Promise.race([this.writing, delay(TIMEOUT_MS)]).then(done);
  }

  private async writeAll(): Promise<void> {
    do {
      await delay(FLUSH_AFTER_MS);
      this.fillChunk();
      while (this.chunk.length > 0) await this.writeChunk();
    } while (this.buffer !== '');
    this.writing = undefined;
  }

  private async writeChunk(): Promise<void> {
    this.isInWrite = true;
    const written = await writeAsync(this.fd, this.chunk).then(
      ({ bytesWritten }) => bytesWritten,
      () => undefined, // any error may be temporary, and cannot be reported
    );
    this.isInWrite = false;
    if (written === undefined) await delay(FLUSH_AFTER_MS, undefined, { ref: false });
    else this.advance(written);
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
    if (this.isInWrite) this.chunk = EMPTY; // a thread writes it, and Node.js waits for its threads
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + TIMEOUT_MS;
    while (this.fillChunk()) {
      try {
        this.advance(writeSync(this.fd, this.chunk));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) return; // node:fs throws these
        Atomics.wait(sleeper, 0, 0, FLUSH_AFTER_MS);
      }
    }
  }
}
