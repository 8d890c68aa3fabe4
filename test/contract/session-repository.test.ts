import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { sessionRepositoryContract } from './session-repository-contract.js';

describeEach(TEST_STORAGES, 'the session repository', sessionRepositoryContract);
