import { apiKeyOf } from './find-api-key.js';
import type { ApiKeyRequest, IssueApiKey } from './issue-api-key.js';
import type { Account } from '../../domain/account.js';
import { apiKeyState } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../../domain/ports/security.js';

interface ReplacementRequest extends Pick<ApiKeyRequest, 'expiresIn' | 'idempotencyKey'> {
  readonly account: Account;
  readonly prefix: string;
  readonly address: string;
}

/** How long a replaced key still works, in milliseconds. In this time its holder gives the new key to every program. */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Creates an API key with the name of another one, which then expires within a day. */
export class ReplaceApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'expire' | 'findByPrefix'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /**
   * The result also contains the whole new key. The store does not keep it, so the caller must show it now.
   * @throws DomainError `not_found` for the prefix, `invalid` when that key is not active, and the errors of
   * IssueApiKey.
   */
  async execute({ account, prefix, address, ...request }: ReplacementRequest) {
    const now = this.clock.now();
    const replaced = await apiKeyOf(this.keys, account.id, prefix);
    if (apiKeyState(replaced, now) !== 'active') {
      throw new DomainError('invalid', 'The API key is no longer active; create another one.');
    }
    const { email } = account;
    const { key, stored } = await this.issueApiKey.execute({ ...request, email, name: replaced.name, address });
    const end = new Date(now.getTime() + OVERLAP);
    await this.keys.expire(prefix, end);
    this.auditLog.record({ event: 'api_key_replaced', accountId: account.id, keyPrefix: prefix, address });
    const { expiresAt = end } = replaced;
    return { key, stored, replaced: { prefix, expiresAt: expiresAt < end ? expiresAt : end } };
  }
}
