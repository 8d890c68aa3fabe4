import type { AccountUseCases } from './accounts.js';
import type { ApiKeyUseCases } from './api-keys.js';
import { DomainError, hasCode } from '../domain/errors.js';
import type {
  AccountRepository,
  ApiKeyRepository,
  AttemptRepository,
  PetRepository,
  SessionRepository,
} from '../domain/ports/repositories.js';
import type { Clock } from '../domain/ports/security.js';
import { SESSION_LIFE } from '../domain/session.js';
import { INT64_MAX } from '../domain/values.js';

/** The account that an embedded database gets at its first start. */
const OWNER_EMAIL = 'owner@localhost';

/**
 * How long an idempotency key is kept, in milliseconds. Clients are promised 24 hours. The six other days are a margin
 * for a clock that was behind when the key was used and was corrected since.
 */
const IDEMPOTENCY_RETENTION = 7 * 24 * 60 * 60 * 1000;

/** How long a revoked or expired API key is listed, in milliseconds. */
const API_KEY_RETENTION = 90 * 24 * 60 * 60 * 1000;

/** An instant after every other one. */
const END_OF_TIME = new Date(8.64e15);

/** The ids of animals that were given after the backup was made: up to a known id, or no more than a margin. */
export type LostIds = { readonly lastId: bigint } | { readonly margin: bigint };

interface Dependencies {
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly pets: Pick<PetRepository, 'lastId' | 'purgeIdempotencyKeys' | 'reserveIds'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'purge'>;
  readonly sessions: Pick<SessionRepository, 'purge'>;
  readonly attempts: Pick<AttemptRepository, 'purgeExpired'>;
  readonly clock: Clock;
  readonly accountUseCases: Pick<AccountUseCases, 'createAccount'>;
  readonly apiKeyUseCases: Pick<ApiKeyUseCases, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>;
}

/** What the service does by itself, at its start and regularly. */
export class MaintenanceUseCases {
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
   * Prepares a database that was restored from a backup. Without this it would reuse ids that clients know, and accept
   * sessions that had ended. It is for an operator, who also revokes the keys that had ended, or all of `activeKeys`.
   * Resolves to a number that every later id exceeds.
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
   * Lists the keys that were active when the backup of a restored database was made. It is for an operator.
   * @param revokes whether the keys are also revoked
   */
  async activeKeys(revokes: boolean) {
    const { apiKeyUseCases } = this.dependencies;
    const active = (await apiKeyUseCases.listApiKeys()).filter(({ state }) => state === 'active');
    if (revokes) for (const { prefix } of active) await apiKeyUseCases.revokeApiKey(prefix);
    return active;
  }

  /**
   * Deletes sessions, API keys, counts of attempts and idempotency keys that have expired, one kind after the other, so
   * that the database has no more than one purge to do. The service runs it regularly.
   * @param onError called for each kind that fails; the others are still deleted
   */
  async purgeExpired(onError: (kind: string, error: unknown) => void): Promise<void> {
    const { apiKeys, pets, sessions, attempts, clock } = this.dependencies;
    const now = clock.now().getTime();
    const purges = {
      sessions: () => sessions.purge(new Date(now - SESSION_LIFE.absolute), new Date(now - SESSION_LIFE.idle)),
      'API keys': () => apiKeys.purge(new Date(now - API_KEY_RETENTION)),
      attempts: () => attempts.purgeExpired(),
      // They are the most, so they come last and no other kind waits for them.
      'idempotency keys': () => pets.purgeIdempotencyKeys(new Date(now - IDEMPOTENCY_RETENTION)),
    };
    for (const [kind, purge] of Object.entries(purges)) {
      await purge().catch((error: unknown) => onError(kind, error));
    }
  }
}
