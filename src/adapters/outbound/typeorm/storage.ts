import type { Storage, StorageOptions } from '../storage.js';
import { MemoryThrottle } from '../support/memory-throttle.js';
import { SqlAccountRepository } from './account-repository.js';
import { SqlApiKeyRepository } from './api-key-repository.js';
import { findSkew } from './clock.js';
import { Database, READ } from './database.js';
import type { Dialect } from './dialect.js';
import { SqlPetRepository } from './pet-repository.js';
import { SqlSessionRepository } from './session-repository.js';
import { TypeormSchema } from './schema.js';
import { SqlThrottle } from './throttle.js';
import { SqlTransfer } from './transfer.js';

/** Returns the storage on an engine. Its module loads TypeORM, so an engine imports it when it is opened. */
export function openSql(dialect: Dialect, options?: StorageOptions): Storage {
  return sqlStorage(new Database(dialect, options));
}

/** The storage on a database. */
export function sqlStorage(database: Database): Storage {
  const { countAttempt } = database.dialect;
  return {
    pets: new SqlPetRepository(database),
    accounts: new SqlAccountRepository(database),
    apiKeys: new SqlApiKeyRepository(database),
    sessions: new SqlSessionRepository(database),
    throttle: countAttempt === undefined ? new MemoryThrottle() : new SqlThrottle(database, countAttempt),
    schema: new TypeormSchema(database),
    transfer: new SqlTransfer(database),
    connections: database.connections,
    connect: () => database.connect(),
    async diagnose() {
      const { dialect } = database;
      await database.execute(async (connection) => dialect.checkWritable?.(connection), READ);
      const check = async () => dialect.checkIntegrity?.();
      if (dialect.checkIntegrity !== undefined) await database.execute(check, { ...READ, isUnlimited: true });
      return findSkew(database);
    },
    close: () => database.close(),
  };
}
