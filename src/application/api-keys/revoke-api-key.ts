import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/api-key-repository.js';
import type { Clock } from '../../domain/ports/clock.js';

export interface RevocationRequest {
  readonly prefix: string;
  /** Who asks, where it is an account holder: for them, other accounts' keys do not exist. */
  readonly accountId?: bigint | undefined;
}

/** Ends a key for good; a key that is revoked already stays so. */
export class RevokeApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` where no key that the asker may see has this prefix, `unavailable`. */
  async execute({ prefix, accountId }: RevocationRequest): Promise<void> {
    const key = await this.keys.findByPrefix(prefix);
    if (key === undefined || (accountId !== undefined && key.accountId !== accountId)) {
      // Does not repeat what was given: it may be a whole key.
      throw new DomainError(
        'not_found',
        'No API key has this prefix; give the 11 characters that the list of keys shows.',
      );
    }
    await this.keys.revoke(prefix, this.clock.now());
  }
}
