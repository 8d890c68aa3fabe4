import 'reflect-metadata';
import { Container, type ContainerModule, type ServiceIdentifier } from 'inversify';
import { CONFIG, PORT, STORAGE, type Ports } from './identifiers.js';
import { securityModule } from './security.js';
import { storageModule } from './storage.js';
import { SERVICES, useCasesModule, type Services } from './use-cases.js';
import type { Config } from '../config.js';
import type { Storage } from '../../adapters/outbound/storage.js';

interface CompositionOptions {
  /** Further modules: those of the HTTP interface, for `serve`. */
  readonly modules?: readonly ContainerModule[];
  /** Adapters that replace the configured ones. */
  readonly overrides?: Partial<Ports>;
  /** Whether connecting creates a store that does not exist; true by default. */
  readonly create?: boolean;
}

export interface Composition {
  readonly services: Services;
  /** Call `connect` before the first use. */
  readonly storage: Storage;
  /** Gets an object that a module binds. */
  readonly get: <T>(identifier: ServiceIdentifier<T>) => T;
  /** Closes the storage. */
  readonly close: () => Promise<void>;
}

/** Builds the object graph of the program. Connects to nothing. */
export async function compose(
  config: Config,
  { modules = [], overrides = {}, create = true }: CompositionOptions = {},
): Promise<Composition> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(CONFIG).toConstantValue(config);
  container.load(storageModule(create), securityModule, useCasesModule, ...modules);
  for (const [name, identifier] of Object.entries<ServiceIdentifier>(PORT)) {
    const override = overrides[name as keyof Ports]; // PORT has these keys by its type
    if (override !== undefined) container.rebind(identifier).toConstantValue(override);
  }
  const get: Composition['get'] = (identifier) => container.get(identifier);
  return {
    storage: await container.getAsync(STORAGE),
    services: get(SERVICES),
    get,
    close: () => container.unbindAllAsync(),
  };
}
