import { gatheredKind } from '../support/gathered.js';
import { describeEachStore } from '../support/stores.js';
import { petBatchesContract } from './pet-batches-contract.js';
import { petRepositoryContract } from './pet-repository-contract.js';

describeEachStore('the pet repository', petRepositoryContract);

describeEachStore('the pet repository, with calls gathered,', (kind) => petRepositoryContract(gatheredKind(kind)));

describeEachStore('the batches of the pet repository', petBatchesContract);
