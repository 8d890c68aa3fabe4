import { apiKeyOf } from './find-api-key.js';
import type { ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../../domain/ports/security.js';

interface Revocation {
  /** The account that is signed in. Keys of other accounts do not exist for it. */
  readonly accountId: bigint;
  readonly prefix: string;
  /** The network address of the account holder. */
  readonly address: string;
}

/** Revokes a key of an account. It is for the account holder. */
export class RevokeOwnApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'revoke'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
  ) {}

  /** Does nothing when the key is already revoked. @throws DomainError `not_found` for the prefix, `unavailable`. */
  async execute({ accountId, prefix, address }: Revocation): Promise<void> {
    const key = await apiKeyOf(this.keys, accountId, prefix);
    await this.keys.revoke(key.prefix, this.clock.now());
    this.auditLog.record({ event: 'api_key_revoked', accountId, keyPrefix: prefix, address });
  }
}
