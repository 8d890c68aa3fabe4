import type { AccountUseCases } from './accounts.js';
import type { ApiKeyUseCases } from './api-keys.js';
import { hasCode } from '../domain/errors.js';
import type {
  AccountRepository,
  ApiKeyRepository,
  AttemptRepository,
  PetRepository,
  SessionRepository,
} from '../domain/ports/repositories.js';
import type { Clock } from '../domain/ports/security.js';
import { SESSION_LIFE } from '../domain/session.js';

const OWNER_EMAIL = 'owner@localhost';

/**
 * Clients are promised 24 hours. The six other days are a margin for a clock that was behind and was corrected since.
 */
const IDEMPOTENCY_RETENTION = 7 * 24 * 60 * 60 * 1000;

/** How long a revoked or expired API key is listed, in milliseconds. */
const API_KEY_RETENTION = 90 * 24 * 60 * 60 * 1000;

interface Dependencies {
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly pets: Pick<PetRepository, 'purgeIdempotencyKeys'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'purge'>;
  readonly sessions: Pick<SessionRepository, 'purge'>;
  readonly attempts: Pick<AttemptRepository, 'purgeExpired'>;
  readonly clock: Clock;
  readonly accountUseCases: Pick<AccountUseCases, 'createAccount'>;
  readonly apiKeyUseCases: Pick<ApiKeyUseCases, 'createApiKey'>;
}

export class MaintenanceUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Creates the first account and key, so that a new user can call the service at once. Resolves to the whole key, or
   * to `undefined` when there already is an account. @throws DomainError `unavailable`
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
   * Deletes expired data, one kind after the other, so that one purge runs at a time.
   * @param onError called for each kind that fails; the others are still deleted
   */
  async purgeExpired(onError: (kind: string, error: unknown) => void): Promise<void> {
    const { apiKeys, pets, sessions, attempts, clock } = this.dependencies;
    const now = clock.now().getTime();
    const purges = {
      sessions: () => sessions.purge(new Date(now - SESSION_LIFE.absolute), new Date(now - SESSION_LIFE.idle)),
      'API keys': () => apiKeys.purge(new Date(now - API_KEY_RETENTION)),
      attempts: () => attempts.purgeExpired(),
      // There are more of them than of any other kind, so they come last.
      'idempotency keys': () => pets.purgeIdempotencyKeys(new Date(now - IDEMPOTENCY_RETENTION)),
    };
    for (const [kind, purge] of Object.entries(purges)) {
      await purge().catch((error: unknown) => onError(kind, error));
    }
  }
}
