import { CachingApiKeyRepository } from '../../src/adapters/outbound/caching/api-key-repository.js';
import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { apiKeyRepositoryContract } from './api-key-repository-contract.js';

describeEach(TEST_STORAGES, 'the api key repository', apiKeyRepositoryContract);

describeEach(TEST_STORAGES, 'the api key repository, with keys remembered,', (kind) =>
  apiKeyRepositoryContract(kind, (keys) => new CachingApiKeyRepository(keys)),
);
