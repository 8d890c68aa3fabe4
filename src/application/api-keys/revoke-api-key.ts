import { DomainError } from '../../domain/errors.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../../domain/ports/security.js';

/** Revokes a key of any account. It is for an operator; an account holder uses RevokeOwnApiKey. */
export class RevokeApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'revoke'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
  ) {}

  /** Does nothing when the key is already revoked. @throws DomainError `not_found` for the prefix, `unavailable`. */
  async execute(prefix: string): Promise<void> {
    const key = await this.keys.findByPrefix(prefix);
    if (key === undefined) {
      // The message does not repeat the input, which may be a whole key.
      throw new DomainError(
        'not_found',
        'No API key has this prefix; give the 11 characters that the list of keys shows.',
      );
    }
    await this.keys.revoke(prefix, this.clock.now());
    this.auditLog.record({ event: 'api_key_revoked', accountId: key.accountId, keyPrefix: prefix });
  }
}
