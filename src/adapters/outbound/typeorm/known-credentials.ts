import { LRUCache } from 'lru-cache';
import { DomainError } from '../../../domain/errors.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';

/** How many look-ups of credentials that were not found before run at a time, and how many wait. More are refused. */
const UNKNOWN = { atATime: 2, waiting: 1000 } as const;

/** How long such a look-up may wait, in milliseconds. */
const MAX_WAIT_MS = 2_000;

/** How many hashes of stored credentials are remembered, which bounds the memory. */
const MAX_KNOWN = 10_000;

/**
 * Remembers which API keys or sessions were found before, by their hash. Their look-ups start immediately. All others
 * wait for one of two permits, so that a flood of invented ones leaves the other connections to the database free.
 */
export class KnownCredentials<Credential extends object> {
  private readonly known = new LRUCache<string, Credential>({ max: MAX_KNOWN });
  private readonly permits = new Semaphore(UNKNOWN.atATime, UNKNOWN.waiting);

  /** @param isValid whether a credential that was found still works; others are not remembered */
  constructor(private readonly isValid: (credential: Credential) => boolean = () => true) {}

  /** Looks a credential up. @throws DomainError `unavailable` if the database fails or too many look-ups wait */
  async find(hash: string, find: () => Promise<Credential | undefined>): Promise<Credential | undefined> {
    const credential = await (this.known.get(hash) === undefined ? this.findUnknown(find) : find());
    if (credential !== undefined && this.isValid(credential)) this.known.set(hash, credential);
    else this.known.delete(hash);
    return credential;
  }

  /** Forgets the credentials that meet a condition. */
  forget(condition: (credential: Credential) => boolean): void {
    for (const [hash, credential] of this.known.entries()) if (condition(credential)) this.known.delete(hash);
  }

  private async findUnknown(find: () => Promise<Credential | undefined>): Promise<Credential | undefined> {
    try {
      return await this.permits.run(find, { timeoutMs: MAX_WAIT_MS });
    } catch (error) {
      if (!(error instanceof NoPermitError)) throw error;
      const message = 'The service is busy: it is looking up too many unknown credentials; try again shortly.';
      throw new DomainError('unavailable', message);
    }
  }
}
