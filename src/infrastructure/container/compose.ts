import 'reflect-metadata';
import { Container, type ContainerModule, type ServiceIdentifier } from 'inversify';
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

/** The metrics, which are bound for `serve` if ADMIN_PORT is set. */
export const METRICS: ServiceIdentifier<Metrics> = Symbol('Metrics');
export const OPTIONAL_METRICS = { serviceIdentifier: METRICS, optional: true } as const;

interface CompositionOptions extends Pick<StorageOptions, 'create' | 'onCreate'> {
  readonly modules?: readonly ContainerModule[];
  readonly overrides?: Partial<Ports>;
}

export interface Composition {
  /** Call its `connect` before the first use. */
  readonly storage: Storage;
  readonly services: Services;
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
  container.bind(PORTS).toResolvedValue((storage) => ({ ...createPorts(storage), ...overrides }), [STORAGE]);
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

function createPorts({ pets, accounts, apiKeys, sessions, attempts, health }: Storage): Ports {
  return {
    pets,
    accounts,
    apiKeys,
    sessions,
    attempts,
    database: health,
    clock: systemClock,
    secrets: systemSecrets,
    hasher: new Argon2PasswordHasher(),
    passwordMeter: new ZxcvbnPasswordMeter(),
    auditLog: { record() {} }, // A command prints its result instead.
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
