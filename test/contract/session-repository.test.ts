import { describeEachStore } from '../support/stores.js';
import { sessionRepositoryContract } from './session-repository-contract.js';

describeEachStore('the session repository', sessionRepositoryContract);
