import { CachingApiKeyRepository } from '../../src/adapters/outbound/caching/api-key-repository.js';
import type { ApiKeyRepository } from '../../src/domain/ports/api-key-repository.js';
import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { apiKeyRepositoryContract } from './api-key-repository-contract.js';

describeEach(TEST_STORAGES, 'the api key repository', apiKeyRepositoryContract);

/** The repository, where the cache answers for it. */
function cached(keys: ApiKeyRepository): ApiKeyRepository {
  const cache = new CachingApiKeyRepository(keys);
  const methods = {
    findByHash: (hash) => cache.findByHash(hash),
    findByPrefix: (prefix) => cache.findByPrefix(prefix),
    recordUse: (prefix, at) => cache.recordUse(prefix, at),
    revoke: (prefix, at) => cache.revoke(prefix, at),
    expire: (prefix, at) => cache.expire(prefix, at),
    revokeOf: (accountId, at) => cache.revokeOf(accountId, at),
  } satisfies Partial<ApiKeyRepository>;
  return Object.assign(Object.create(keys) as ApiKeyRepository, methods);
}

describeEach(TEST_STORAGES, 'the api key repository, with keys remembered,', (kind) =>
  apiKeyRepositoryContract(kind, cached),
);
