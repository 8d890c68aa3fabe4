import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { storeContract } from './store-contract.js';

describeEach(TEST_STORAGES, 'the store', storeContract);
