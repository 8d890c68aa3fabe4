import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { accountRepositoryContract } from './account-repository-contract.js';

describeEach(TEST_STORAGES, 'the account repository', accountRepositoryContract);
