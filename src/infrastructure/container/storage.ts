import { ContainerModule } from 'inversify';
import { CONFIG, OPTIONAL_METRICS, PORT, STORAGE } from './identifiers.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import type { StorageOptions } from '../../adapters/outbound/storage.js';

/** Binds the storage of DATABASE_URL, which loads its driver asynchronously, and its ports. */
export const storageModule = (options: Pick<StorageOptions, 'create' | 'onCreate'>) =>
  new ContainerModule(({ bind }) => {
    bind(STORAGE)
      .toResolvedValue(
        async ({ storage: target, poolSize, requestDeadline: timeoutMs }: Config, metrics?: Metrics) => {
          const storage = await target.open({ ...options, poolSize, timeoutMs, onWait: metrics?.waited });
          metrics?.observeStore(storage);
          return storage;
        },
        [CONFIG, OPTIONAL_METRICS],
      )
      .onDeactivation((storage) => storage.close());
    bind(PORT.pets).toResolvedValue(({ pets }) => pets, [STORAGE]);
    bind(PORT.accounts).toResolvedValue(({ accounts }) => accounts, [STORAGE]);
    bind(PORT.apiKeys).toResolvedValue(({ apiKeys }) => apiKeys, [STORAGE]);
    bind(PORT.sessions).toResolvedValue(({ sessions }) => sessions, [STORAGE]);
    bind(PORT.throttle).toResolvedValue(({ throttle }) => throttle, [STORAGE]);
    bind(PORT.schema).toResolvedValue(({ schema }) => schema, [STORAGE]);
  });
