import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Batcher } from '../../../support/batcher.js';
import { withDeadline } from '../../../support/deadline.js';
import { BATCHES, READ, type Statements } from '../execution/database.js';

/**
 * How long a credential stays in memory, in milliseconds, from the beginning of its lookup. A revoked key must stop
 * working everywhere within five seconds; the remaining second is for requests that are already running.
 */
const MAX_AGE_MS = 4_000;

const MAX_REMEMBERED = 10_000;

/** How often uses are written, in milliseconds. */
const WRITE_MS = 2_000;

/** The differences between API keys and sessions. A name is the value of the primary key. */
interface Kind<Row, Credential> {
  readonly find: (count: number) => string;
  readonly read: (row: Row) => Credential;
  readonly nameOf: (credential: Credential) => string;
  /** Whether a credential that was found is kept in memory, where it may evict another one. */
  readonly isRemembered: (credential: Credential) => boolean;
  /** Returns the UPDATE for this number of names. Its values are the instant, the names, and the instant again. */
  readonly recordUses: (count: number) => string;
}

/**
 * Finds the API keys or the sessions that requests name. Lookups that arrive together take one statement, so that a flood
 * of invented keys holds up neither a valid key nor other statements. No request waits for the record of a use: uses are
 * noted in memory, and written together in the background.
 */
export class Credentials<Row, Credential extends object> {
  private readonly lookups = new Batcher((names: readonly string[]) => this.lookUp(names), BATCHES);
  private readonly recent: LRUCache<string, Credential>;
  private changes = 0;
  private readonly uses = new Map<string, Date>();
  private writing: Promise<void> | undefined;

  constructor(
    private readonly database: Pick<Statements, 'query'>,
    private readonly kind: Kind<Row, Credential>,
    private readonly clock: Pick<Performance, 'now'> = performance,
  ) {
    this.recent = new LRUCache({ max: MAX_REMEMBERED, ttl: MAX_AGE_MS, ttlResolution: 0, perf: clock });
  }

  async find(name: string): Promise<Credential | undefined> {
    const known = this.recent.get(name);
    if (known !== undefined) return known;
    const { changes } = this;
    const start = this.clock.now();
    const found = await this.lookups.load(name);
    const isCurrent = changes === this.changes;
    if (found !== undefined && isCurrent && this.kind.isRemembered(found)) this.recent.set(name, found, { start });
    return found;
  }

  /** Lets the next call look the credential up. The result of a lookup that is under way is not remembered. */
  forget(name: string): void {
    this.changes++;
    this.recent.delete(name);
  }

  /** Notes a use. The background work that it begins does not have the deadline of the request. */
  recordUse(name: string, at: Date): void {
    if (!this.uses.has(name)) this.uses.set(name, new Date(at));
    this.writing ??= withDeadline(undefined, () => this.writeRegularly()).finally(() => (this.writing = undefined));
  }

  /**
   * Writes the noted uses, all of one statement with the earliest of their instants. A use that the database refuses is
   * dropped, because a credential that is used is noted again.
   */
  async writeUses(): Promise<void> {
    const uses = [...this.uses];
    try {
      for (let first = 0; first < uses.length; first += BATCHES.maxBatchSize) {
        const batch = uses.slice(first, first + BATCHES.maxBatchSize);
        const names = batch.map(([name]) => name);
        const at = BigInt(Math.min(...batch.map(([, use]) => use.getTime())));
        await this.database.query(this.kind.recordUses(names.length), [at, ...names, at], { effect: 'once' });
        for (const name of names) this.recent.delete(name);
        await turn(); // SQLite works synchronously.
      }
    } catch {
      // The database also reports the refusal as the fault of its last write.
    } finally {
      for (const [name] of uses) this.uses.delete(name);
    }
  }

  private async writeRegularly(): Promise<void> {
    while (this.uses.size > 0) {
      await delay(WRITE_MS, undefined, { ref: false });
      await this.writeUses();
    }
  }

  private async lookUp(names: readonly string[]): Promise<(Credential | undefined)[]> {
    const distinct = [...new Set(names)];
    const rows = await this.database.query<Row[]>(this.kind.find(distinct.length), distinct, READ);
    const found = new Map<string, Credential>();
    for (const row of rows) {
      const credential = this.kind.read(row);
      found.set(this.kind.nameOf(credential), Object.freeze(credential)); // Callers share it.
    }
    return names.map((name) => found.get(name));
  }
}

/** Returns the placeholders of a list of values. */
export function places(count: number): string {
  return Array(count).fill('?').join(', ');
}
