import { DomainError } from '../../../domain/errors.js';

/** How long writes may fail before the store counts as one that does not accept them, in milliseconds. */
const STALL_MS = 5_000;

/** Notices that writes are tried and none is done, as in a group that has lost its majority. */
export class WriteMonitor {
  private running = 0;
  /** When the first write began that no finished one has followed, and when a write last ended, by `performance.now`. */
  private waitingSince = Infinity;
  private lastEnd = -Infinity;

  /** Whether writes have been tried for 5 seconds, some within the last 5, and none was done. */
  get isStalled(): boolean {
    return this.isRecent && performance.now() - this.waitingSince > STALL_MS;
  }

  /** Resolves and rejects as the write does. A write that the store refused for its content was done all the same. */
  async watch<T>(write: Promise<T>): Promise<T> {
    if (!this.isRecent) this.waitingSince = Infinity;
    this.waitingSince = Math.min(this.waitingSince, performance.now());
    this.running++;
    try {
      const result = await write;
      this.end(true);
      return result;
    } catch (error) {
      this.end(!(error instanceof DomainError && error.code === 'unavailable'));
      throw error;
    }
  }

  private end(isDone: boolean): void {
    this.running--;
    this.lastEnd = performance.now();
    if (isDone) this.waitingSince = this.running > 0 ? this.lastEnd : Infinity;
  }

  private get isRecent(): boolean {
    return this.running > 0 || performance.now() - this.lastEnd < STALL_MS;
  }
}
