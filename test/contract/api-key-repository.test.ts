import { CachingApiKeyRepository } from '../../src/adapters/outbound/caching/api-key-repository.js';
import { describeEachStore } from '../support/stores.js';
import { apiKeyRepositoryContract } from './api-key-repository-contract.js';

describeEachStore('the api key repository', apiKeyRepositoryContract);

describeEachStore('the api key repository, with keys remembered,', (kind) =>
  apiKeyRepositoryContract({
    ...kind,
    async open(nextId) {
      const opened = await kind.open(nextId);
      return { ...opened, apiKeys: new CachingApiKeyRepository(opened.apiKeys) };
    },
  }),
);
