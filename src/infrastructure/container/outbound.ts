import { ContainerModule } from 'inversify';
import { CONFIG, OPTIONAL_METRICS, PORT, STORAGE } from './identifiers.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { Argon2PasswordHasher } from '../../adapters/outbound/argon2/password-hasher.js';
import { CachingApiKeyRepository } from '../../adapters/outbound/caching/api-key-repository.js';
import { SystemClock, SystemSecrets } from '../../adapters/outbound/system/system.js';
import { StorageTransfers } from '../../adapters/outbound/transfers.js';
import { ZxcvbnCommonPasswords } from '../../adapters/outbound/zxcvbn/common-passwords.js';

/**
 * The storage of DATABASE_URL, which loads its driver asynchronously, and the decorators of its ports; time, randomness and
 * passwords.
 * @param create whether connecting creates a store that does not exist
 */
export const outboundModule = (create: boolean) =>
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
    bind(PORT.clock).toResolvedValue(() => new SystemClock());
    bind(PORT.secrets).toResolvedValue(() => new SystemSecrets());
    bind(PORT.hasher).toResolvedValue(() => new Argon2PasswordHasher());
    bind(PORT.commonPasswords).toResolvedValue(() => new ZxcvbnCommonPasswords());
    bind(PORT.auditLog).toConstantValue({ record() {} }); // a command prints its result
  });
