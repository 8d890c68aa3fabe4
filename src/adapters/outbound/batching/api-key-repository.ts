import { CredentialLookUp } from './credential-look-up.js';
import type { AuthenticatingApiKeys, BatchApiKeyRepository } from '../storage.js';
import type { ApiKey } from '../../../domain/api-key.js';

/** Batches the look-ups of API keys that this process has not found before. */
export class BatchingApiKeyRepository implements AuthenticatingApiKeys {
  private readonly lookUp: CredentialLookUp<ApiKey>;

  constructor(private readonly keys: AuthenticatingApiKeys & Pick<BatchApiKeyRepository, 'findAllByHash'>) {
    this.lookUp = new CredentialLookUp(
      (hash) => keys.findByHash(hash),
      (hashes) => keys.findAllByHash(hashes),
    );
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.lookUp.load(hash);
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.keys.findByPrefix(prefix);
  }

  recordUse(prefix: string, at: Date): Promise<void> {
    return this.keys.recordUse(prefix, at);
  }

  revoke(prefix: string, at: Date): Promise<void> {
    return this.keys.revoke(prefix, at);
  }

  revokeOf(accountId: bigint, at: Date): Promise<void> {
    return this.keys.revokeOf(accountId, at);
  }

  expire(prefix: string, at: Date): Promise<void> {
    return this.keys.expire(prefix, at);
  }
}
