import { describeEach, TEST_STORAGES } from '../support/storages.js';
import { throttleContract } from './throttle-contract.js';

describeEach(TEST_STORAGES, 'the throttle', throttleContract);
