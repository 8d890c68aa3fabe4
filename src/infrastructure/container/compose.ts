import 'reflect-metadata';
import { Container, type ContainerModule, type ResolutionContext, type ServiceIdentifier } from 'inversify';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import type { Storage, StorageOptions } from '../../adapters/outbound/storage.js';
import { systemClock } from '../../adapters/outbound/system/clock.js';
import { ZxcvbnPasswordMeter } from '../../adapters/outbound/system/password-meter.js';
import { Argon2PasswordHasher } from '../../adapters/outbound/system/password-hasher.js';
import { systemSecrets } from '../../adapters/outbound/system/secrets.js';
import { AccountUseCases } from '../../application/accounts.js';
import { ApiKeyUseCases } from '../../application/api-keys.js';
import { MaintenanceUseCases } from '../../application/maintenance.js';
import { PetUseCases } from '../../application/pets.js';
import { SessionUseCases } from '../../application/sessions.js';
import type { DatabaseHealth } from '../../domain/ports/health.js';
import type {
  AccountRepository,
  ApiKeyRepository,
  AttemptRepository,
  PetRepository,
  SessionRepository,
} from '../../domain/ports/repositories.js';
import type { AuditLog, Clock, PasswordHasher, PasswordMeter, Secrets } from '../../domain/ports/security.js';

/** The implementations of all ports. A use case takes those that it names. */
export interface Ports {
  readonly pets: PetRepository;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly sessions: SessionRepository;
  readonly attempts: AttemptRepository;
  readonly database: DatabaseHealth;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
  readonly passwordMeter: PasswordMeter;
  readonly auditLog: AuditLog;
}

/** What inbound adapters call: the use cases of each feature, and the health of the database. */
export interface Services {
  readonly pets: PetUseCases;
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly sessions: SessionUseCases;
  readonly maintenance: MaintenanceUseCases;
  readonly database: DatabaseHealth;
}

export const CONFIG: ServiceIdentifier<Config> = Symbol('Config');
const STORAGE: ServiceIdentifier<Storage> = Symbol('Storage');
export const PORTS: ServiceIdentifier<Ports> = Symbol('Ports');
export const SERVICES: ServiceIdentifier<Services> = Symbol('Services');

/** Each port is bound by itself, so that one of them can have another adapter. */
export const PORT: { readonly [Name in keyof Ports]: ServiceIdentifier<Ports[Name]> } = {
  pets: Symbol('PetRepository'),
  accounts: Symbol('AccountRepository'),
  apiKeys: Symbol('ApiKeyRepository'),
  sessions: Symbol('SessionRepository'),
  attempts: Symbol('AttemptRepository'),
  database: Symbol('DatabaseHealth'),
  clock: Symbol('Clock'),
  secrets: Symbol('Secrets'),
  hasher: Symbol('PasswordHasher'),
  passwordMeter: Symbol('PasswordMeter'),
  auditLog: Symbol('AuditLog'),
};

/** The metrics, which are bound for `serve` if ADMIN_PORT is set. */
export const METRICS: ServiceIdentifier<Metrics> = Symbol('Metrics');
export const OPTIONAL_METRICS = { serviceIdentifier: METRICS, optional: true } as const;

interface CompositionOptions extends Pick<StorageOptions, 'create' | 'onCreate' | 'onShared'> {
  /** Further modules, such as the module of the HTTP interface for `serve`. */
  readonly modules?: readonly ContainerModule[];
  /** Adapters that replace those below. */
  readonly overrides?: Partial<Ports>;
}

/** The object graph of the program. */
export interface Composition {
  /** The storage. Call its `connect` before the first use. */
  readonly storage: Storage;
  readonly services: Services;
  /** Returns what is bound to an identifier. */
  readonly get: <T>(identifier: ServiceIdentifier<T>) => T;
  /** Closes the storage, and everything else whose binding has an `onDeactivation`. */
  readonly close: () => Promise<void>;
}

/** Builds the object graph. It does not connect to the database. */
export async function compose(
  config: Config,
  { modules = [], overrides = {}, ...options }: CompositionOptions = {},
): Promise<Composition> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(CONFIG).toConstantValue(config);
  container
    .bind(STORAGE)
    .toResolvedValue((metrics?: Metrics) => openStorage(config, options, metrics), [OPTIONAL_METRICS])
    .onDeactivation((storage) => storage.close());
  bindPorts(container);
  bindOverrides(container, overrides);
  container.bind(PORTS).toDynamicValue(createPorts);
  container.bind(SERVICES).toResolvedValue(createServices, [PORTS, CONFIG]);
  container.load(...modules);
  return {
    // Storages load asynchronously, so the graph is resolved here. Afterwards `get` is synchronous.
    services: await container.getAsync(SERVICES),
    storage: await container.getAsync(STORAGE),
    get: (identifier) => container.get(identifier),
    close: () => container.unbindAllAsync(),
  };
}

/** Says which adapter implements which port. */
function bindPorts(container: Container): void {
  container.bind(PORT.pets).toResolvedValue(({ pets }) => pets, [STORAGE]);
  container.bind(PORT.accounts).toResolvedValue(({ accounts }) => accounts, [STORAGE]);
  container.bind(PORT.apiKeys).toResolvedValue(({ apiKeys }) => apiKeys, [STORAGE]);
  container.bind(PORT.sessions).toResolvedValue(({ sessions }) => sessions, [STORAGE]);
  container.bind(PORT.attempts).toResolvedValue(({ attempts }) => attempts, [STORAGE]);
  container.bind(PORT.database).toResolvedValue(({ schema }) => schema, [STORAGE]);
  container.bind(PORT.clock).toConstantValue(systemClock);
  container.bind(PORT.secrets).toConstantValue(systemSecrets);
  container.bind(PORT.hasher).toResolvedValue(() => new Argon2PasswordHasher());
  container.bind(PORT.passwordMeter).toResolvedValue(() => new ZxcvbnPasswordMeter());
  container.bind(PORT.auditLog).toConstantValue({ record() {} }); // A command prints its result instead.
}

function bindOverrides(container: Container, overrides: Partial<Ports>): void {
  const adapters = new Map<string, unknown>(Object.entries(overrides));
  for (const [name, identifier] of Object.entries<ServiceIdentifier>(PORT)) {
    const adapter = adapters.get(name);
    if (adapter !== undefined) container.rebind(identifier).toConstantValue(adapter);
  }
}

async function createPorts(context: ResolutionContext): Promise<Ports> {
  return {
    pets: await context.getAsync(PORT.pets),
    accounts: await context.getAsync(PORT.accounts),
    apiKeys: await context.getAsync(PORT.apiKeys),
    sessions: await context.getAsync(PORT.sessions),
    attempts: await context.getAsync(PORT.attempts),
    database: await context.getAsync(PORT.database),
    clock: await context.getAsync(PORT.clock),
    secrets: await context.getAsync(PORT.secrets),
    hasher: await context.getAsync(PORT.hasher),
    passwordMeter: await context.getAsync(PORT.passwordMeter),
    auditLog: await context.getAsync(PORT.auditLog),
  };
}

async function openStorage(
  { storage: target, poolSize, requestDeadline: timeoutMs }: Config,
  options: StorageOptions,
  metrics: Metrics | undefined,
): Promise<Storage> {
  const storage = await target.open({ ...options, poolSize, timeoutMs, onWait: metrics?.waited });
  metrics?.observeDatabase(storage);
  return storage;
}

function createServices(ports: Ports, { maxKeysPerAccount }: Config): Services {
  const accounts = new AccountUseCases(ports);
  const apiKeys = new ApiKeyUseCases({ ...ports, maxKeysPerAccount });
  return {
    pets: new PetUseCases(ports),
    accounts,
    apiKeys,
    sessions: new SessionUseCases(ports),
    maintenance: new MaintenanceUseCases({ ...ports, accountUseCases: accounts, apiKeyUseCases: apiKeys }),
    database: ports.database,
  };
}
