import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino, type DestinationStream, type Logger } from 'pino';

const BUFFER_LIMIT = 2 << 20;

/** Lines are written when they have so many bytes together, or at the next flush. */
const CHUNK_SIZE = 4095;

/** How long a line waits for others, in milliseconds. A process that is killed loses these lines. */
const FLUSH_INTERVAL_MS = 100;

/** How long the end of the log, and a text below it, wait for a slow reader, in milliseconds. */
const TIMEOUT_MS = 250;

/**
 * Writes to a non-blocking file descriptor. While it accepts nothing (a full disk, a slow reader), lines are buffered,
 * and dropped when the buffer is full. Without a reader they are dropped.
 */
export class LogOutput implements DestinationStream, Pick<Logger, 'flush'> {
  private readonly stream;
  private dropped = 0;
  private isEnded = false;

  /** @param reportDropped receives the number of dropped lines when the buffered ones are written */
  constructor(
    fd: number,
    private readonly reportDropped: (lines: number) => void,
    private readonly format = (line: string) => line,
  ) {
    this.stream = pino.destination({
      dest: fd,
      sync: false,
      minLength: CHUNK_SIZE,
      maxLength: BUFFER_LIMIT,
      periodicFlush: FLUSH_INTERVAL_MS, // It also repeats a write that has failed.
    });
    this.stream.on('error', () => undefined); // The log cannot report its own failure.
    this.stream.on('drop', () => this.dropped++);
    this.stream.on('drain', () => this.drained());
    // At the exit pino would write the rest synchronously, and repeat that without end on a full disk.
    process.prependOnceListener('exit', () => this.stream.destroy());
  }

  write(json: string): void {
    if (!this.isEnded) this.stream.write(this.format(json));
  }

  flush(done: () => void): void {
    this.stream.flush(done);
  }

  async flushed(): Promise<void> {
    const written = new Promise<void>((resolve) => this.stream.flush(() => resolve()));
    await Promise.race([written, delay(TIMEOUT_MS)]);
  }

  /** Writes the lines up to now, unless that takes too long, and drops further ones. */
  async end(): Promise<void> {
    this.isEnded = true;
    const closed = once(this.stream, 'close').catch(() => undefined); // An error rejects.
    this.stream.end();
    await Promise.race([closed, delay(TIMEOUT_MS)]);
  }

  private drained(): void {
    const { dropped } = this;
    this.dropped = 0;
    if (dropped > 0) this.reportDropped(dropped);
  }
}
