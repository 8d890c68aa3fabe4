import { describeEachStore } from '../support/stores.js';
import { petRepositoryContract } from './pet-repository-contract.js';

describeEachStore('the pet repository', petRepositoryContract);
