import { apiKeyState, isWellFormedApiKey, type ApiKey } from '../../domain/api-key.js';
import { DomainError, hasCode } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock, Secrets } from '../../domain/ports/security.js';

export interface Caller {
  readonly accountId: bigint;
  /** The prefix identifies the API key and is safe to log. */
  readonly keyPrefix: string;
}

/** The precision of `lastUsedAt` in milliseconds, which limits the writes for a key to one a minute. */
const LAST_USE_PRECISION = 60_000;

/** One object serves every refusal, because the stack trace of a new one takes much of the time of a refusal. */
const INVALID_KEY = new DomainError('api_key_invalid', 'The API key is not valid; send an active key of your account.');

/** Finds the account of an API key (specification, section 5). */
export class Authenticate {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByHash' | 'recordUse'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError `api_key_invalid`, `unavailable`. */
  async execute(key: string): Promise<Caller> {
    const known = isWellFormedApiKey(key, this.secrets)
      ? await this.keys.findByHash(this.secrets.sha256(key))
      : undefined;
    const now = this.clock.now();
    if (known === undefined || apiKeyState(known, now) !== 'active') throw INVALID_KEY;
    if (isUseDue(known, now)) await this.recordUse(known, now);
    return { accountId: known.accountId, keyPrefix: known.prefix };
  }

  private async recordUse({ prefix }: ApiKey, now: Date): Promise<void> {
    // The instant of last use only informs the account holder, so a store that cannot write still serves reads.
    await this.keys.recordUse(prefix, now).catch((error: unknown) => {
      if (!hasCode(error, 'unavailable')) throw error;
    });
  }
}

/** Whether the stored instant of last use is too old. */
function isUseDue({ lastUsedAt }: ApiKey, now: Date): boolean {
  return lastUsedAt === undefined || now.getTime() - lastUsedAt.getTime() >= LAST_USE_PRECISION;
}
