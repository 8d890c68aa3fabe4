import { DomainError } from '../domain/errors.js';
import type { ApiKeyRepository } from '../domain/ports/api-key-repository.js';
import type { Clock } from '../domain/ports/clock.js';

/** Ends a key for good; a key that is revoked already stays so. */
export class RevokeApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` where no key has this prefix, `unavailable`. */
  async execute(prefix: string): Promise<void> {
    if ((await this.keys.findByPrefix(prefix)) === undefined) {
      // Does not repeat what was given: it may be a whole key.
      throw new DomainError(
        'not_found',
        'No API key has this prefix; give the 11 characters that the list of keys shows.',
      );
    }
    await this.keys.revoke(prefix, this.clock.now());
  }
}
