import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import sonicBoom from 'sonic-boom';

/** The most characters that wait to be written. */
const BUFFER_LIMIT = 2 << 20;

/** The number of characters that are written at once. Fewer characters wait for more lines. */
const CHUNK_SIZE = 4095;

/**
 * How long a line waits for others, and a failed write for the next attempt, in milliseconds. A process that is killed
 * loses these lines.
 */
const FLUSH_AFTER_MS = 20;

/** How long the end of the process, and the callback of `flush`, wait for a slow reader, in milliseconds. */
const TIMEOUT_MS = 250;

/**
 * Writes lines, in order, to a non-blocking file descriptor. While it accepts none (a full disk, a slow or missing
 * reader), lines are buffered. When the buffer is full, lines are dropped until it is empty again, so that all dropped
 * lines leave one gap, where their number is reported.
 */
export class LogOutput implements DestinationStream {
  private readonly stream: sonicBoom.SonicBoom;
  private flushTimer: NodeJS.Timeout | undefined;
  private dropped = 0;
  private flushUntil = Infinity;

  /** @param reportDropped receives the number of dropped lines when the next line can be written */
  constructor(
    fd: number,
    private readonly reportDropped: (lines: number) => void,
    private readonly format = (line: string) => line,
  ) {
    // If the descriptor accepts nothing, the stream tries again as long as `retryEAGAIN` returns true.
    const retryEAGAIN = () => performance.now() < this.flushUntil;
    this.stream = new sonicBoom.SonicBoom({ fd, minLength: CHUNK_SIZE, maxLength: BUFFER_LIMIT, retryEAGAIN });
    this.stream.on('error', () => this.flushSoon()); // An error may be temporary, and the log cannot report its own failure.
    this.stream.on('drop', () => this.dropped++);
    this.stream.on('drain', () => this.endGap());
    process.once('exit', () => this.flushSync());
  }

  write(json: string): void {
    if (this.dropped > 0) {
      this.dropped++;
      return;
    }
    this.stream.write(this.format(json));
    this.flushSoon();
  }

  /** @param done called when the lines up to now are written, or cannot be */
  flush(done: () => void): void {
    const flushed = new Promise((resolve) => this.stream.flush(resolve));
    void Promise.race([flushed, delay(TIMEOUT_MS)]).then(done);
  }

  private flushSoon(): void {
    this.flushTimer ??= setTimeout(() => {
      this.flushTimer = undefined;
      this.stream.flush();
    }, FLUSH_AFTER_MS).unref();
  }

  private endGap(): void {
    if (this.dropped === 0) return;
    const { dropped } = this;
    this.dropped = 0;
    this.reportDropped(dropped);
  }

  /** Writes the waiting lines at the exit of the process, which runs no further callbacks. */
  private flushSync(): void {
    this.flushUntil = performance.now() + TIMEOUT_MS;
    try {
      this.stream.flushSync();
    } catch {
      // The rest of the log is lost with the process.
    }
  }
}
