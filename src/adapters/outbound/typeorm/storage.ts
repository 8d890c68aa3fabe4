import type { Throttle } from '../../../domain/ports/throttle.js';
import type { Storage } from '../storage.js';
import { TypeormAccountRepository } from './account-repository.js';
import { TypeormApiKeyRepository } from './api-key-repository.js';
import type { Database } from './database.js';
import { diagnose } from './diagnosis.js';
import { TypeormPetRepository } from './pet-repository.js';
import { TypeormSessionRepository } from './session-repository.js';
import { TypeormStore } from './store.js';
import { TypeormTransfer } from './transfer.js';

/** The repositories over one database. */
export function typeormStorage(database: Database, throttle: Throttle): Storage {
  return {
    pets: new TypeormPetRepository(database),
    accounts: new TypeormAccountRepository(database),
    apiKeys: new TypeormApiKeyRepository(database),
    sessions: new TypeormSessionRepository(database),
    throttle,
    store: new TypeormStore(database),
    transfer: new TypeormTransfer(database),
    connections: database.connections,
    connect: () => database.connect(),
    diagnose: () => diagnose(database, Date.now),
    close: () => database.close(),
  };
}
