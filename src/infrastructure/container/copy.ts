import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { PORT } from './identifiers.js';
import { StorageTransfers } from '../../adapters/outbound/transfers.js';
import { CopyStore } from '../../application/maintenance/copy-store.js';

export const COPY_STORE: ServiceIdentifier<CopyStore> = Symbol('CopyStore');

/** The use case of `copy`, which opens two stores of its own. */
export const copyModule = new ContainerModule(({ bind }) => {
  bind(COPY_STORE).toResolvedValue((secrets) => new CopyStore(new StorageTransfers(), secrets), [PORT.secrets]);
});
