import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** How much is kept while nothing can be written, in characters; what is being written is at most as much again. */
const ROOM = 2 << 20;

/** The pause before what failed is tried again, in milliseconds: doubling from the first to the last. */
const BACK_OFF = { first: 5, last: 1000 } as const;

/** How long the end of the process is put off for a reader that is slow, in milliseconds. */
const PARTING = 250;

const NOTHING = Buffer.alloc(0);

/**
 * Writes lines, in order, to a file descriptor that does not block. Where it takes none (a full disk, a reader that is
 * stuck or gone) they are kept while there is room. Once one is lost so are those after it, until all that were kept are
 * written: there is one gap, where it is told of.
 */
export class LogOutput implements DestinationStream {
  private kept = '';
  private writing: Buffer = NOTHING;
  /** Whether somebody will send what is kept. */
  private active = false;
  private underWay = false;
  private lost = 0;
  private pause: number = BACK_OFF.first;

  /** @param tellOfLost is told how many lines are missing where the next one will stand */
  constructor(
    private readonly fd: number,
    private readonly tellOfLost: (lines: number) => void,
  ) {
    process.once('exit', () => this.part());
  }

  write(line: string): void {
    if (this.lost > 0 || this.kept.length + line.length > ROOM) {
      this.lost++;
      return;
    }
    this.kept += line;
    if (this.active) return;
    this.active = true;
    setImmediate(() => this.send()); // all lines of this turn in one write
  }

  private send(): void {
    if (!this.take()) {
      this.active = false;
      return;
    }
    this.underWay = true;
    write(this.fd, this.writing, (error, count) => {
      this.underWay = false;
      if (error) {
        // Whatever it is may pass, and there is nowhere to tell of it. It must not keep the process.
        setTimeout(() => this.send(), this.pause).unref();
        this.pause = Math.min(2 * this.pause, BACK_OFF.last);
        return;
      }
      this.pause = BACK_OFF.first;
      this.took(count);
      this.send();
    });
  }

  /** Whether there is something to write. */
  private take(): boolean {
    if (this.writing.length === 0) {
      this.writing = Buffer.from(this.kept);
      this.kept = '';
    }
    return this.writing.length > 0;
  }

  private took(count: number): void {
    this.writing = this.writing.subarray(count);
    if (this.writing.length > 0 || this.kept !== '' || this.lost === 0) return;
    const { lost } = this;
    this.lost = 0;
    this.tellOfLost(lost);
  }

  /** Writes what is left when the process ends and nothing is waited for any more. */
  private part(): void {
    if (this.underWay) this.writing = NOTHING; // a thread has it, and Node waits for its threads
    const sleeping = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + PARTING;
    while (this.take()) {
      try {
        this.took(writeSync(this.fd, this.writing));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) return;
        Atomics.wait(sleeping, 0, 0, BACK_OFF.first);
      }
    }
  }
}
