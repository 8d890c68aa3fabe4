import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyRepository } from '../../../domain/ports/api-key-repository.js';

/**
 * How old an answer may be, in milliseconds. Clients are promised that a revoked key stops working everywhere within
 * five seconds; the rest is for requests under way.
 */
const MAX_AGE = 4_000;

/** How many keys are remembered, and apart from them how many unknown ones, so that no one who guesses pushes out a known. */
const KNOWN = 10_000;
const UNKNOWN = 1_000;

/**
 * Remembers which key has a hash, or that none has, for at most MAX_AGE since the store was asked. What this instance
 * changes it knows at once; what another one changes, after MAX_AGE.
 */
export class CachingApiKeyRepository implements ApiKeyRepository {
  /** How often the answer was remembered, and how often it was not. */
  hits = 0;
  misses = 0;
  private readonly known: LRUCache<string, ApiKey>;
  private readonly unknown: LRUCache<string, true>;
  private readonly asking = new Map<string, Promise<ApiKey | undefined>>();
  private readonly recording = new Map<string, Promise<void>>();
  private readonly hashes = new Map<string, string>();
  /** Counts changes: an answer that was asked for before one is not remembered after it. */
  private generation = 0;

  /** @param time milliseconds that never go back */
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly time: { now(): number } = performance,
  ) {
    this.known = new LRUCache({
      max: KNOWN,
      ttl: MAX_AGE,
      ttlResolution: 0,
      perf: time,
      dispose: ({ prefix }, _, reason) => {
        if (reason !== 'set') this.hashes.delete(prefix);
      },
    });
    this.unknown = new LRUCache({ max: UNKNOWN, ttl: MAX_AGE, ttlResolution: 0, perf: time });
  }

  async add(key: ApiKey): Promise<void> {
    try {
      await this.keys.add(key);
    } finally {
      this.forget();
    }
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    let key = this.known.get(hash);
    if (key !== undefined || this.unknown.has(hash)) this.hits++;
    else {
      this.misses++;
      key = await this.ask(hash);
    }
    return key && { ...key };
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.keys.findByPrefix(prefix);
  }

  list(accountId?: bigint): Promise<ApiKey[]> {
    return this.keys.list(accountId);
  }

  page(...parameters: Parameters<ApiKeyRepository['page']>): Promise<ApiKey[]> {
    return this.keys.page(...parameters);
  }

  countActive(accountId: bigint, at: Date): Promise<number> {
    return this.keys.countActive(accountId, at);
  }

  async revoke(prefix: string, at: Date): Promise<void> {
    try {
      await this.keys.revoke(prefix, at);
    } finally {
      this.forget(); // also where it failed: the store may have done it
    }
  }

  async revokeOf(accountId: bigint, at: Date): Promise<void> {
    try {
      await this.keys.revokeOf(accountId, at);
    } finally {
      this.forget();
    }
  }

  /** Asks once for all who ask at the same time, and remembers the new instant before the store has it. */
  recordUse(prefix: string, at: Date): Promise<void> {
    const same = this.recording.get(prefix);
    if (same !== undefined) return same;
    const hash = this.hashes.get(prefix);
    const key = hash === undefined ? undefined : this.known.peek(hash);
    if (hash !== undefined && key !== undefined) {
      // Does not make the rest of what is remembered any younger.
      this.known.set(hash, { ...key, lastUsedAt: at }, { noUpdateTTL: true });
    }
    const recorded = this.keys.recordUse(prefix, at).finally(() => this.recording.delete(prefix));
    this.recording.set(prefix, recorded);
    return recorded;
  }

  private ask(hash: string): Promise<ApiKey | undefined> {
    const asked = this.asking.get(hash) ?? this.askAlone(hash);
    this.asking.set(hash, asked);
    return asked;
  }

  private async askAlone(hash: string): Promise<ApiKey | undefined> {
    const { generation } = this;
    const start = this.time.now();
    try {
      const key = await this.keys.findByHash(hash);
      if (generation !== this.generation) return key;
      if (key === undefined) this.unknown.set(hash, true, { start });
      else {
        this.known.set(hash, key, { start });
        this.hashes.set(key.prefix, hash);
      }
      return key;
    } finally {
      if (generation === this.generation) this.asking.delete(hash);
    }
  }

  /** Changes are rare; to forget everything costs each key one question. */
  private forget(): void {
    this.generation++;
    this.known.clear();
    this.unknown.clear();
    this.asking.clear();
  }
}
