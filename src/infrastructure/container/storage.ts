import { ContainerModule } from 'inversify';
import { CONFIG, OPTIONAL_METRICS, PORT, STORAGE } from './identifiers.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { CachingApiKeyRepository } from '../../adapters/outbound/caching/api-key-repository.js';
import { StorageTransfers } from '../../adapters/outbound/transfers.js';

/** The storage of DATABASE_URL, which loads its driver asynchronously, and the decorators of its ports. */
export const storageModule = (create: boolean) =>
  new ContainerModule(({ bind }) => {
    bind(STORAGE)
      .toResolvedValue(
        async ({ storage: target, poolSize, requestDeadline: timeoutMs }: Config, metrics?: Metrics) => {
          const storage = await target.open({ poolSize, timeoutMs, create, onWait: metrics?.waited });
          if (storage.connections) metrics?.observeConnections(storage.connections);
          return storage;
        },
        [CONFIG, OPTIONAL_METRICS],
      )
      .onDeactivation((storage) => storage.close());
    for (const port of ['pets', 'accounts', 'apiKeys', 'sessions', 'throttle', 'schema'] as const) {
      bind<unknown>(PORT[port]).toResolvedValue((storage) => storage[port], [STORAGE]);
    }
    bind(PORT.cachedApiKeys).toResolvedValue(
      // Memory gains nothing from a cache.
      ({ storage }, apiKeys) => (storage.scope === 'process' ? apiKeys : new CachingApiKeyRepository(apiKeys)),
      [CONFIG, PORT.apiKeys],
    );
    bind(PORT.transfers).toResolvedValue(() => new StorageTransfers());
  });
