import type { Storage } from '../storage.js';
import { MemoryThrottle } from '../support/memory-throttle.js';
import { TypeormAccountRepository } from './account-repository.js';
import { TypeormApiKeyRepository } from './api-key-repository.js';
import { READ, type Database } from './database.js';
import { SqlPetRepository } from './pet-repository.js';
import { TypeormSessionRepository } from './session-repository.js';
import { TypeormSchema } from './schema.js';
import { SqlThrottle } from './throttle.js';
import { SqlTransfer } from './transfer.js';

/** Returns a storage whose repositories share the connections of this database. */
export function typeormStorage(database: Database): Storage {
  const { countAttempt } = database.dialect;
  return {
    pets: new SqlPetRepository(database),
    accounts: new TypeormAccountRepository(database),
    apiKeys: new TypeormApiKeyRepository(database),
    sessions: new TypeormSessionRepository(database),
    throttle: countAttempt === undefined ? new MemoryThrottle() : new SqlThrottle(database, countAttempt),
    schema: new TypeormSchema(database),
    transfer: new SqlTransfer(database),
    connections: database,
    connect: () => database.connect(),
    diagnose: () => database.execute((connection) => database.dialect.diagnose(connection), READ),
    close: () => database.close(),
  };
}
