import { describeEachStore } from '../support/stores.js';
import { throttleContract } from './throttle-contract.js';

describeEachStore('the throttle', throttleContract);
