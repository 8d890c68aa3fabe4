import type { StorageOptions } from './config.js';
import type { AccountRepository } from '../domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../domain/ports/api-key-repository.js';
import type { PetBatches } from '../domain/ports/pet-batches.js';
import type { PetRepository } from '../domain/ports/pet-repository.js';
import type { SessionRepository } from '../domain/ports/session-repository.js';
import type { Store } from '../domain/ports/store.js';
import type { Throttle } from '../domain/ports/throttle.js';

/** An adapter for every port that keeps something. */
export interface Storage {
  readonly pets: PetRepository & PetBatches;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly sessions: SessionRepository;
  readonly throttle: Throttle;
  readonly store: Store;
  /** Absent where the storage has no connections. */
  readonly connections?: ConnectionStatistics;
  /** From where its content can be reached. */
  readonly reach: 'process' | 'machine' | 'network';
  /** Does nothing if connected. Rejects with DomainError `unavailable`; may then be called again. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionStatistics {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
}

export interface StorageTerms {
  /** Limit for one call, in milliseconds: waiting for a connection and using it. */
  readonly timeoutMs: number;
  /** Called with the time in milliseconds that a call waited for a connection. */
  readonly waited?: (time: number) => void;
}

/** Loads the adapter of the configured storage. Connects to nothing yet. */
export async function openStorage(options: StorageOptions, terms: StorageTerms): Promise<Storage> {
  return options.kind === 'memory' ? openMemory() : openDatabase(options, terms);
}

async function openMemory(): Promise<Storage> {
  const [accounts, apiKeys, pets, sessions, store, throttle] = await Promise.all([
    import('../adapters/outbound/memory/account-repository.js'),
    import('../adapters/outbound/memory/api-key-repository.js'),
    import('../adapters/outbound/memory/pet-repository.js'),
    import('../adapters/outbound/memory/session-repository.js'),
    import('../adapters/outbound/memory/store.js'),
    import('../adapters/outbound/support/memory-throttle.js'),
  ]);
  return {
    pets: new pets.MemoryPetRepository(),
    accounts: new accounts.MemoryAccountRepository(),
    apiKeys: new apiKeys.MemoryApiKeyRepository(),
    sessions: new sessions.MemorySessionRepository(),
    throttle: new throttle.MemoryThrottle(),
    store: new store.MemoryStore(),
    reach: 'process',
    connect: async () => undefined,
    close: async () => undefined,
  };
}

async function openDatabase(
  options: Exclude<StorageOptions, { kind: 'memory' }>,
  { timeoutMs, waited }: StorageTerms,
): Promise<Storage> {
  const [accounts, apiKeys, database, pets, sessions, store, throttle, memory] = await Promise.all([
    import('../adapters/outbound/typeorm/account-repository.js'),
    import('../adapters/outbound/typeorm/api-key-repository.js'),
    import('../adapters/outbound/typeorm/database.js'),
    import('../adapters/outbound/typeorm/pet-repository.js'),
    import('../adapters/outbound/typeorm/session-repository.js'),
    import('../adapters/outbound/typeorm/store.js'),
    import('../adapters/outbound/typeorm/mysql/throttle.js'),
    import('../adapters/outbound/support/memory-throttle.js'),
  ]);
  const opened = new database.Database(options, undefined, { patience: timeoutMs, ...(waited && { waited }) });
  return {
    pets: new pets.TypeormPetRepository(opened),
    accounts: new accounts.TypeormAccountRepository(opened),
    apiKeys: new apiKeys.TypeormApiKeyRepository(opened),
    sessions: new sessions.TypeormSessionRepository(opened),
    // One process uses an SQLite file, so its memory sees every attempt.
    throttle: options.kind === 'mysql' ? new throttle.MysqlThrottle(opened) : new memory.MemoryThrottle(),
    store: new store.TypeormStore(opened),
    connections: opened.turns,
    reach: options.kind === 'mysql' ? 'network' : 'machine',
    connect: () => opened.connect(),
    close: () => opened.close(),
  };
}
