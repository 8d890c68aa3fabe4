import { LRUCache } from 'lru-cache';
import { Batcher } from '../../support/batcher.js';
import { DomainError } from '../../../domain/errors.js';

/** The most hashes that one statement looks up. */
const MAX_HASHES = 100;

/** How many look-ups of unknown credentials may run or wait. More are refused immediately. */
const MAX_LOOK_UPS = 1000;

/** How many hashes of stored credentials are remembered, which bounds the memory. */
const MAX_KNOWN = 10_000;

/**
 * Looks up API keys or sessions by their hash so that a flood of invented ones delays no client with a real one. A
 * credential that was found before is looked up by a statement of its own; all others share one statement and one
 * connection at a time.
 */
export class CredentialLookUp<Credential extends { readonly hash: string }> {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });
  private readonly unknown: Batcher<string, Credential | undefined>;
  private underWay = 0;

  /** @param findAll resolves to the credentials that have one of these hashes, in any order */
  constructor(
    private readonly find: (hash: string) => Promise<Credential | undefined>,
    findAll: (hashes: readonly string[]) => Promise<readonly Credential[]>,
  ) {
    const runAll = async (hashes: readonly string[]) => {
      const found = new Map((await findAll(hashes)).map((credential) => [credential.hash, credential]));
      return hashes.map((hash) => found.get(hash));
    };
    this.unknown = new Batcher(runAll, { maxBatchSize: MAX_HASHES });
  }

  /**
   * Finds the credential with this hash.
   * @throws DomainError `unavailable` if the store fails or too many look-ups are running
   */
  async load(hash: string): Promise<Credential | undefined> {
    if (this.known.has(hash)) return this.find(hash);
    if (this.underWay >= MAX_LOOK_UPS) {
      throw new DomainError(
        'unavailable',
        'The service is busy: it is looking up too many unknown credentials; try again shortly.',
      );
    }
    this.underWay++;
    try {
      const credential = await this.unknown.load(hash);
      if (credential === undefined) return undefined;
      this.known.set(hash, true);
      return structuredClone(credential); // Another call with the same hash may get the same object from the batch.
    } finally {
      this.underWay--;
    }
  }
}
