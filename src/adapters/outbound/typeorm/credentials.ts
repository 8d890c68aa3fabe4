import { LRUCache } from 'lru-cache';
import { DomainError } from '../../../domain/errors.js';
import { currentDeadline } from '../../support/deadline.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import { Sharing } from '../../support/sharing.js';
import { tooLate } from './errors.js';

/**
 * How long a result may be shared, in milliseconds, from the beginning of its lookup. A revoked key must stop working
 * everywhere within five seconds; the remaining second is for requests that are already running.
 */
const MAX_AGE_MS = 4_000;

/** How many credentials are remembered, which bounds the memory. */
export const MAX_KNOWN = 10_000;

/** How many lookups of unknown credentials run at a time, and how many wait, of all and of one, until their deadline. */
const UNKNOWN = { atATime: 2, maxWaiting: 1000, maxWaitingOfGroup: 100 } as const;

interface Known<Credential> {
  readonly credential: Credential;
  /** When the lookup began that found it. It is negative if the credential has changed since then. */
  since: number;
}

/**
 * Looks up API keys or sessions by their hash, and remembers those that are active. Requests that go together share the
 * lookup of the same one. The lookup of a credential that is remembered starts immediately. All others wait for one of
 * two permits, so that a flood of invented ones leaves the other connections to the database free. They take turns by
 * credential, so that one that many requests name, such as a revoked key, does not hold up the others. A flood evicts
 * none, because unknown ones are not remembered. The `fetch` of lru-cache would give those under way a place among the
 * known ones, and would give all callers the deadline of the first one.
 */
export class Credentials<Credential extends object> {
  private readonly known = new LRUCache<string, Known<Credential>>({ max: MAX_KNOWN });
  private readonly lookups = new Sharing((hash) => this.answer(hash), tooLate);
  private readonly permits = new Semaphore(UNKNOWN.atATime, UNKNOWN);
  /** How many changes this instance has made. */
  private changes = 0;

  constructor(
    private readonly find: (hash: string) => Promise<Credential | undefined>,
    private readonly isActive: (credential: Credential) => boolean,
    private readonly clock: Pick<Performance, 'now'> = performance,
  ) {}

  /** Returns the result of an earlier lookup, unless that is too old or the credential has changed since then. */
  recent(hash: string): Credential | undefined {
    const { credential, since = -1 } = this.known.get(hash) ?? {};
    return since >= 0 && this.clock.now() - since < MAX_AGE_MS ? credential : undefined;
  }

  /**
   * Looks a credential up. The lookup begins after the call, and has the latest deadline of those who wait for it.
   * @throws DomainError `unavailable` if the database fails or too many lookups wait
   */
  lookUp(hash: string): Promise<Credential | undefined> {
    return this.lookups.load(hash);
  }

  /**
   * Waits for a change, which may have reached the database even if it failed. Then no result of an earlier lookup is
   * given for a credential that it concerns.
   */
  async change(change: Promise<void>, concerns: (credential: Credential) => boolean): Promise<void> {
    try {
      await change;
    } finally {
      this.changes++; // The result of a lookup that is under way is not remembered.
      this.outdate(concerns);
    }
  }

  /** Lets the next call look up the credentials that meet a condition. They stay known. */
  outdate(concerns: (credential: Credential) => boolean): void {
    for (const known of this.known.values()) if (concerns(known.credential)) known.since = -1;
  }

  private answer(hash: string): Promise<Credential | undefined> {
    const load = () => this.load(hash);
    return this.known.has(hash) ? load() : this.admit(hash, load);
  }

  private async load(hash: string): Promise<Credential | undefined> {
    const { changes } = this;
    const since = this.clock.now();
    const found = await this.find(hash);
    const credential = found && Object.freeze(found); // Callers that share it cannot change it.
    if (changes !== this.changes) return credential;
    if (credential !== undefined && this.isActive(credential)) this.known.set(hash, { credential, since });
    else this.known.delete(hash);
    return credential;
  }

  private async admit<Result>(hash: string, load: () => Promise<Result>): Promise<Result> {
    try {
      return await this.permits.run(load, { deadline: currentDeadline(), group: hash });
    } catch (error) {
      if (!(error instanceof NoPermitError)) throw error;
      const message = 'The service is busy: it is looking up too many unknown credentials; try again shortly.';
      throw new DomainError('unavailable', message);
    }
  }
}
