import { apiKeyState, isWellFormedApiKey, type ApiKey } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/api-key-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';

/** Who calls. */
export interface Caller {
  readonly accountId: bigint;
  /** Tells which of the account's keys it was; harmless to log. */
  readonly keyPrefix: string;
}

/** How stale the instant of a key's last use may be, in milliseconds: one write a minute, not one a request. */
const LAST_USE_PRECISION = 60_000;

/** Specification, section 5. */
export class Authenticate {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError `api_key_invalid`, `unavailable`. */
  async execute(key: string): Promise<Caller> {
    const known = isWellFormedApiKey(key, this.secrets)
      ? await this.keys.findByHash(this.secrets.sha256(key))
      : undefined;
    const now = this.clock.now();
    if (known === undefined || apiKeyState(known, now) !== 'active') {
      throw new DomainError('api_key_invalid', 'The API key is not valid; send an active key of your account.');
    }
    await this.recordUse(known, now);
    return { accountId: known.accountId, keyPrefix: known.prefix };
  }

  private async recordUse({ prefix, lastUsedAt }: ApiKey, now: Date): Promise<void> {
    if (lastUsedAt !== undefined && now.getTime() - lastUsedAt.getTime() < LAST_USE_PRECISION) return;
    // A courtesy to the account holder: a store that can no longer write must still serve what it can read.
    await this.keys.recordUse(prefix, now).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
    });
  }
}
