import 'reflect-metadata';
import { Container, type ContainerModule, type ServiceIdentifier } from 'inversify';
import { portsModule, storageModule, systemModule } from './adapters.js';
import { CONFIG, PORT, PORTS, STORAGE, type Ports } from './ports.js';
import { SERVICES, useCasesModule } from './use-cases.js';
import type { Config } from '../config.js';
import type { StorageOptions } from '../../adapters/outbound/storage.js';

interface CompositionOptions extends Pick<StorageOptions, 'create' | 'onCreate' | 'onShared'> {
  /** Further modules, such as the module of the HTTP interface for `serve`. */
  readonly modules?: readonly ContainerModule[];
  /** Adapters that replace the configured ones. */
  readonly overrides?: Partial<Ports>;
}

export type Composition = Awaited<ReturnType<typeof compose>>;

/** Builds the object graph of the program. It does not connect to the database. */
export async function compose(config: Config, { modules = [], overrides = {}, ...storage }: CompositionOptions = {}) {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(CONFIG).toConstantValue(config);
  container.load(storageModule(storage), systemModule, portsModule, useCasesModule, ...modules);
  for (const [name, identifier] of Object.entries<ServiceIdentifier>(PORT)) {
    const override = overrides[name as keyof Ports]; // The type of PORT has these keys.
    if (override !== undefined) container.rebind(identifier).toConstantValue(override);
  }
  return {
    /** The storage. Call its `connect` before the first use. */
    storage: await container.getAsync(STORAGE),
    services: container.get(SERVICES),
    ports: container.get(PORTS),
    get: <T>(identifier: ServiceIdentifier<T>): T => container.get(identifier),
    /** Closes the storage. */
    close: () => container.unbindAllAsync(),
  };
}
