import { describeEachStore } from '../support/stores.js';
import { accountRepositoryContract } from './account-repository-contract.js';

describeEachStore('the account repository', accountRepositoryContract);
