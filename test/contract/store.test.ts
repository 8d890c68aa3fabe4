import { describeEachStore } from '../support/stores.js';
import { storeContract } from './store-contract.js';

describeEachStore('the store', storeContract);
