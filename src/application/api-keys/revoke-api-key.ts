import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock } from '../../domain/ports/security.js';

interface RevocationRequest extends Pick<AuditEvent, 'address'> {
  readonly prefix: string;
  /** Of the account holder, for whom keys of other accounts do not exist; absent for an operator. */
  readonly accountId?: bigint | undefined;
}

/** Revokes a key; a key that is revoked already stays so. */
export class RevokeApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'revoke'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws DomainError `not_found` for the prefix, `unavailable`. */
  async execute({ prefix, accountId, address }: RevocationRequest): Promise<void> {
    const key = await this.keys.findByPrefix(prefix);
    if (key === undefined || (accountId !== undefined && key.accountId !== accountId)) {
      // Does not repeat the input, which may be a whole key.
      throw new DomainError(
        'not_found',
        'No API key has this prefix; give the 11 characters that the list of keys shows.',
      );
    }
    await this.keys.revoke(prefix, this.clock.now());
    this.auditLog.record({ event: 'api_key_revoked', accountId: key.accountId, keyPrefix: prefix, address });
  }
}
