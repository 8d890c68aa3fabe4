import type { AccountUseCases } from './accounts.js';
import type { ApiKeyUseCases } from './api-keys.js';
import { DomainError, hasCode } from '../domain/errors.js';
import type {
  AccountRepository,
  ApiKeyRepository,
  PetRepository,
  SessionRepository,
} from '../domain/ports/repositories.js';
import type { Clock, Throttle } from '../domain/ports/security.js';
import { SESSION_LIFE } from '../domain/session.js';
import { INT64_MAX } from '../domain/values.js';

/** The account that an embedded database gets at its first start. */
const OWNER_EMAIL = 'owner@localhost';

/**
 * How long an idempotency key is remembered, in milliseconds, which is twice the 24 hours that clients are promised.
 */
const IDEMPOTENCY_RETENTION = 48 * 60 * 60 * 1000;

/** How long clients may rely on an idempotency key, in milliseconds. */
const IDEMPOTENCY_PROMISE = 24 * 60 * 60 * 1000;

/** How long a revoked or expired API key is listed, in milliseconds. */
const API_KEY_RETENTION = 90 * 24 * 60 * 60 * 1000;

/** An instant after every other one. */
const END_OF_TIME = new Date(8.64e15);

/** How far the ids of animals went on after the backup: up to a known id, or by no more than a margin. */
export type LostIds = { readonly lastId: bigint } | { readonly margin: bigint };

interface Dependencies {
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly pets: Pick<PetRepository, 'lastId' | 'listNewest' | 'purgeIdempotencyKeys' | 'reserveIds'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'purge'>;
  readonly sessions: Pick<SessionRepository, 'purge'>;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly accountUseCases: Pick<AccountUseCases, 'createAccount'>;
  readonly apiKeyUseCases: Pick<ApiKeyUseCases, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>;
}

/** What the service does by itself, at its start and regularly. */
export class MaintenanceUseCases {
  /** The kinds of data that are being purged. */
  private readonly purging = new Set<string>();
  /** The newest animal at an earlier time of this process, in `elapsedMs`. */
  private earlier: { readonly lastId: bigint; readonly elapsedMs: number } | undefined;

  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Creates the first account and key of a database without accounts, so that a new user can call the service at once.
   * Resolves to the whole key, or to `undefined` when the database already has an account.
   * @throws DomainError `unavailable`.
   */
  async createOwner(): Promise<string | undefined> {
    const { accounts, accountUseCases, apiKeyUseCases } = this.dependencies;
    if ((await accounts.list(1)).length > 0) return undefined;
    try {
      await accountUseCases.createAccount(OWNER_EMAIL);
    } catch (error) {
      // Another process created the account first and showed its key.
      if (hasCode(error, 'already_exists')) return undefined;
      throw error;
    }
    const { key } = await apiKeyUseCases.createApiKey({ email: OWNER_EMAIL, name: 'first start' });
    return key;
  }

  /**
   * Prepares a database that an older backup has replaced. What happened since is not in it: it would give ids again that
   * clients know, and accept keys and sessions that had ended. So later ids are greater than the lost ones, and all
   * sessions end. It is for an operator, who revokes the keys that had ended, or all of `activeKeys`. Resolves to the id
   * that is not given again.
   * @throws DomainError `invalid` if no ids would be left
   */
  async prepareRestored(lost: LostIds): Promise<bigint> {
    const { pets, sessions } = this.dependencies;
    const known = await pets.lastId();
    const given = 'lastId' in lost ? lost.lastId : known + lost.margin;
    if (given >= INT64_MAX) throw new DomainError('invalid', `No id would be left above ${given}.`);
    await pets.reserveIds(given);
    await sessions.purge(END_OF_TIME, END_OF_TIME);
    return given > known ? given : known;
  }

  /**
   * Yields the keys that were active when the backup of a restored database was made. It is for an operator.
   * @param revokes whether each key is revoked before it is given
   */
  async *activeKeys(revokes: boolean) {
    const { apiKeyUseCases } = this.dependencies;
    for await (const key of apiKeyUseCases.listApiKeys()) {
      if (key.state !== 'active') continue;
      if (revokes) await apiKeyUseCases.revokeApiKey(key.prefix);
      yield key;
    }
  }

  /**
   * Deletes idempotency keys, sessions, API keys and counts of attempts that have expired. No kind waits for another
   * one, and a kind whose last purge is still under way is left to that. The service runs it regularly.
   * @param onError called for each kind that fails; the others are still deleted
   */
  async purgeExpired(onError: (kind: string, error: unknown) => void): Promise<void> {
    const { apiKeys, sessions, throttle, clock } = this.dependencies;
    const now = clock.now().getTime();
    const purges = {
      'idempotency keys': () => this.purgeIdempotencyKeys(new Date(now - IDEMPOTENCY_RETENTION)),
      sessions: () => sessions.purge(new Date(now - SESSION_LIFE.absolute), new Date(now - SESSION_LIFE.idle)),
      'API keys': () => apiKeys.purge(new Date(now - API_KEY_RETENTION)),
      attempts: () => throttle.purgeExpired(),
    };
    const purge = async ([kind, work]: [string, () => Promise<void>]) => {
      if (this.purging.has(kind)) return;
      this.purging.add(kind);
      await work()
        .catch((error: unknown) => onError(kind, error))
        .finally(() => this.purging.delete(kind));
    };
    await Promise.all(Object.entries(purges).map(purge));
  }

  /**
   * Deletes only keys of animals that this process has known for as long as clients may rely on a key. The instants of
   * the keys do not prove their age: the clock may have been behind when they were used, and may be right now.
   */
  private async purgeIdempotencyKeys(before: Date): Promise<void> {
    const { pets, clock } = this.dependencies;
    const elapsedMs = clock.elapsedMs();
    if (this.earlier !== undefined) {
      if (elapsedMs - this.earlier.elapsedMs < IDEMPOTENCY_PROMISE) return;
      await pets.purgeIdempotencyKeys(before, this.earlier.lastId);
    }
    const [newest] = await pets.listNewest({ limit: 1 });
    this.earlier = { lastId: newest?.id ?? 0n, elapsedMs };
  }
}
