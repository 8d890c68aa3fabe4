import { apiKeyOf } from './find-api-key.js';
import { apiKeyState } from '../../domain/api-key.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

const API_KEY_PAGE_SIZE = 20;

export class PageApiKeys {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'page'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves to one page of the keys, newest first. `next` is absent on the last page.
   * @param after the `next` of the previous page
   * @throws DomainError `not_found` for the prefix `after`, `unavailable`.
   */
  async execute(accountId: bigint, after?: string, only?: 'active') {
    const before = after === undefined ? undefined : await apiKeyOf(this.keys, accountId, after);
    const now = this.clock.now();
    const found = await this.keys.page(accountId, API_KEY_PAGE_SIZE + 1, before, only && now);
    const keys = found.slice(0, API_KEY_PAGE_SIZE).map((key) => ({ ...key, state: apiKeyState(key, now) }));
    const last = keys.at(-1);
    return { keys, ...(found.length > keys.length && last && { next: last.prefix }) };
  }
}
