import { apiKeyState } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

export class FindApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds a key of an account.
   * @throws DomainError `not_found` when the account has no key with this prefix, `unavailable`.
   */
  async execute(accountId: bigint, prefix: string) {
    const key = await apiKeyOf(this.keys, accountId, prefix);
    return { ...key, state: apiKeyState(key, this.clock.now()) };
  }
}

export async function apiKeyOf(keys: Pick<ApiKeyRepository, 'findByPrefix'>, accountId: bigint, prefix: string) {
  const key = await keys.findByPrefix(prefix);
  if (key?.accountId !== accountId) throw new DomainError('not_found', 'The account has no API key with this prefix.');
  return key;
}
