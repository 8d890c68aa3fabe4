import { ContainerModule } from 'inversify';
import { CONFIG, OPTIONAL_METRICS, PORT, STORAGE } from './identifiers.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { BatchingPetRepository } from '../../adapters/outbound/batching/pet-repository.js';
import { BatchingApiKeyRepository } from '../../adapters/outbound/batching/api-key-repository.js';
import { BatchingSessionRepository } from '../../adapters/outbound/batching/session-repository.js';
import { CachingApiKeyRepository } from '../../adapters/outbound/caching/api-key-repository.js';
import type { StorageOptions } from '../../adapters/outbound/storage.js';

/** Binds the storage of DATABASE_URL, which loads its driver asynchronously, and the decorators of its ports. */
export const storageModule = (options: Pick<StorageOptions, 'create' | 'onCreate'>) =>
  new ContainerModule(({ bind }) => {
    bind(STORAGE)
      .toResolvedValue(
        async ({ storage: target, poolSize, requestDeadline: timeoutMs }: Config, metrics?: Metrics) => {
          const storage = await target.open({ ...options, poolSize, timeoutMs, onWait: metrics?.waited });
          if (storage.connections) metrics?.observeConnections(storage.connections);
          return storage;
        },
        [CONFIG, OPTIONAL_METRICS],
      )
      .onDeactivation((storage) => storage.close());
    bind(PORT.pets).toResolvedValue(
      ({ pets }) => ('addAll' in pets ? new BatchingPetRepository(pets) : pets),
      [STORAGE],
    );
    for (const port of ['accounts', 'apiKeys', 'sessions', 'throttle', 'schema'] as const) {
      bind<unknown>(PORT[port]).toResolvedValue((storage) => storage[port], [STORAGE]);
    }
    bind(PORT.cachedApiKeys).toResolvedValue(
      // The storage in memory gains nothing from a cache.
      ({ storage }, apiKeys) => {
        if (!storage.isDurable) return apiKeys;
        return new CachingApiKeyRepository(
          'findAllByHash' in apiKeys ? new BatchingApiKeyRepository(apiKeys) : apiKeys,
        );
      },
      [CONFIG, PORT.apiKeys],
    );
    bind(PORT.resumableSessions).toResolvedValue(
      (sessions) => ('findAll' in sessions ? new BatchingSessionRepository(sessions) : sessions),
      [PORT.sessions],
    );
  });
