import { describeEachStore } from '../support/stores.js';
import { apiKeyRepositoryContract } from './api-key-repository-contract.js';

describeEachStore('the api key repository', apiKeyRepositoryContract);
