import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { CONFIG, OPTIONAL_METRICS, PORT, PORTS, STORAGE, type Ports } from './ports.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { Argon2PasswordHasher } from '../../adapters/outbound/system/password-hasher.js';
import type { StorageOptions } from '../../adapters/outbound/storage.js';
import { systemClock } from '../../adapters/outbound/system/clock.js';
import { systemSecrets } from '../../adapters/outbound/system/secrets.js';
import { ZxcvbnCommonPasswords } from '../../adapters/outbound/system/common-passwords.js';

/** Binds the storage of DATABASE_URL, which loads its driver asynchronously, and its ports. */
export function storageModule(options: Pick<StorageOptions, 'create' | 'onCreate' | 'onShared'>): ContainerModule {
  return new ContainerModule(({ bind }) => {
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
    bind(PORT.database).toResolvedValue(({ schema }) => schema, [STORAGE]);
  });
}

/** Binds what the machine offers: its clock, random numbers and the hashing of passwords. */
export const systemModule = new ContainerModule(({ bind }) => {
  bind(PORT.clock).toConstantValue(systemClock);
  bind(PORT.secrets).toConstantValue(systemSecrets);
  bind(PORT.hasher).toResolvedValue(() => new Argon2PasswordHasher());
  bind(PORT.commonPasswords).toResolvedValue(() => new ZxcvbnCommonPasswords());
  bind(PORT.auditLog).toConstantValue({ record() {} }); // A command prints its result instead.
});

/** Binds all ports as one object, in which a use case finds those that it names. */
export const portsModule = new ContainerModule(({ bind }) => {
  bind(PORTS).toDynamicValue((context) => {
    const identifiers = Object.entries<ServiceIdentifier<Ports[keyof Ports]>>(PORT);
    // For each identifier, `get` returns a value of its type.
    return Object.fromEntries(identifiers.map(([name, each]) => [name, context.get(each)])) as Ports;
  });
});
