import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { petRepositoryContract } from './pet-repository-contract.js';

describeEach(TEST_STORAGES, 'the pet repository', petRepositoryContract);
