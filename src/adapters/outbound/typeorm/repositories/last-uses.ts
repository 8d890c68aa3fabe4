import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '../../../support/deadline.js';
import { BATCHES, type Statements } from '../execution/database.js';

/** How long uses are noted before they are written, in milliseconds. */
const WRITE_MS = 2_000;

/** The last uses of API keys or sessions, which are noted in memory and written together, so that no request waits. */
export class LastUses {
  private readonly noted = new Map<string, Date>();
  private writing: Promise<void> | undefined;

  /**
   * @param update returns the UPDATE for this number of keys. Its values are the instant, the keys, and the instant again
   */
  constructor(
    private readonly database: Pick<Statements, 'query'>,
    private readonly update: (keys: number) => string,
    private readonly onWritten: (key: string) => void = () => undefined,
  ) {}

  /** Notes a use. The background work has no deadline, although a request has that begins it. */
  record(key: string, at: Date): void {
    if (!this.noted.has(key)) this.noted.set(key, new Date(at));
    this.writing ??= withDeadline(undefined, () => this.writeRegularly()).finally(() => (this.writing = undefined));
  }

  /**
   * Writes what is noted, each key once, and those of one statement with the earliest of their instants. What the
   * database refuses is dropped, because each key is noted again while it is used.
   */
  async write(): Promise<void> {
    const uses = [...this.noted];
    try {
      for (let first = 0; first < uses.length; first += BATCHES.maxBatchSize) {
        const batch = uses.slice(first, first + BATCHES.maxBatchSize);
        const keys = batch.map(([key]) => key);
        const at = BigInt(Math.min(...batch.map(([, use]) => use.getTime())));
        await this.database.query(this.update(keys.length), [at, ...keys, at], { effect: 'once' });
        keys.forEach(this.onWritten);
        await turn(); // SQLite works synchronously.
      }
    } catch {
      // The database also reports the refusal as the fault of its last write.
    } finally {
      for (const [key] of uses) this.noted.delete(key);
    }
  }

  private async writeRegularly(): Promise<void> {
    while (this.noted.size > 0) {
      await delay(WRITE_MS, undefined, { ref: false });
      await this.write();
    }
  }
}
