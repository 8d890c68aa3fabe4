import { decorate } from '../../support/decorate.js';
import { batchAdditions } from '../batching/pet-repository.js';
import { cacheApiKeys } from '../caching/api-key-repository.js';
import { KnownCredentials } from '../caching/known-credentials.js';
import type { Storage, StorageOptions } from '../storage.js';
import { MemoryThrottle } from '../support/memory-throttle.js';
import { SqlAccountRepository } from './account-repository.js';
import { SqlApiKeyRepository } from './api-key-repository.js';
import { Database, READ } from './database.js';
import type { Dialect } from './dialect.js';
import { SqlPetRepository } from './pet-repository.js';
import { SqlSessionRepository } from './session-repository.js';
import { TypeormSchema } from './schema.js';
import type { Integer } from './tables.js';
import { SqlThrottle } from './throttle.js';
import { SqlTransfer } from './transfer.js';

/** Returns the storage on an engine. Its module loads TypeORM, so an engine imports it when it is opened. */
export function openSql(dialect: Dialect, options?: StorageOptions): Storage {
  return sqlStorage(new Database(dialect, options));
}

/** The storage on a database. Concurrent calls share work in decorators, each of which can be left out here. */
export function sqlStorage(database: Database): Storage {
  const { pets, apiKeys, sessions, ...others } = sqlRepositories(database);
  const cookies = new KnownCredentials();
  return {
    ...others,
    pets: batchAdditions(pets),
    apiKeys: cacheApiKeys(apiKeys),
    sessions: decorate(sessions, { find: (hash) => cookies.find(hash, () => sessions.find(hash)) }),
    schema: new TypeormSchema(database),
    transfer: new SqlTransfer(database),
    connections: database.connections,
    connect: () => database.connect(),
    diagnose: () => findClock(database),
    close: () => database.close(),
  };
}

/** The largest difference between the clocks of two machines that causes no harm, in seconds. */
const MAX_SKEW = 1;

/**
 * Compares the clock of the store with that of this machine. The service keeps time by its own clock. The clock of a
 * server is only a common reference, which shows how far the clocks of the replicas differ.
 */
async function findClock(database: Database): Promise<string[]> {
  const now = () => Math.floor(Date.now() / 1000);
  const text = `SELECT ${database.dialect.unixTime} AS seconds`;
  const sent = now();
  const [{ seconds }] = await database.query<[{ seconds: Integer }]>(text, [], READ);
  // The store reads its clock between the two times of this machine, so a slow answer makes no fault.
  const [behind, ahead] = [sent - Number(seconds), Number(seconds) - now()];
  if (Math.max(behind, ahead) <= MAX_SKEW) return [];
  const difference = behind > ahead ? `${behind} s behind` : `${ahead} s ahead of`;
  const remedy =
    'Synchronize the clocks of all machines by NTP: replicas use their own to expire keys and to purge data.';
  return [`The clock of the store is ${difference} that of this machine. ${remedy}`];
}

/** Returns repositories that send each call to the database by itself. */
export function sqlRepositories(database: Database) {
  const { countAttempt } = database.dialect;
  return {
    pets: new SqlPetRepository(database),
    accounts: new SqlAccountRepository(database),
    apiKeys: new SqlApiKeyRepository(database),
    sessions: new SqlSessionRepository(database),
    throttle: countAttempt === undefined ? new MemoryThrottle() : new SqlThrottle(database, countAttempt),
  };
}
