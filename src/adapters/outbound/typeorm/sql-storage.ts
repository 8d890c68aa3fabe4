import { Deadline, withDeadline } from '../../support/deadline.js';
import type { Storage } from '../storage.js';
import { MemoryAttemptRepository } from '../memory/attempt-repository.js';
import { SqlAccountRepository } from './repositories/account-repository.js';
import { SqlApiKeyRepository } from './repositories/api-key-repository.js';
import { READ, type Database } from './execution/database.js';
import { SqlPetRepository } from './repositories/pet-repository.js';
import { SqlSessionRepository } from './repositories/session-repository.js';
import { SqlHealth } from './schema/health.js';
import { TypeormSchema } from './schema/schema.js';
import { SqlAttemptRepository } from './repositories/attempt-repository.js';
import { SqlTransfer } from './maintenance/transfer.js';

/** How long the uses of keys and sessions that are noted may take to be written at the end, in milliseconds. */
const LAST_WRITE_MS = 300;

/** Its module loads TypeORM, so an engine imports it when it is opened. */
export function sqlStorage(database: Database): Storage {
  const { sql, checks } = database.dialect;
  const apiKeys = new SqlApiKeyRepository(database);
  const sessions = new SqlSessionRepository(database);
  return {
    pets: new SqlPetRepository(database),
    accounts: new SqlAccountRepository(database),
    apiKeys,
    sessions,
    attempts:
      sql.countAttempt === undefined
        ? new MemoryAttemptRepository()
        : new SqlAttemptRepository(database, sql.countAttempt),
    health: new SqlHealth(database),
    schema: new TypeormSchema(database),
    transfer: new SqlTransfer(database),
    connections: database.permits,
    connect: () => database.connect(),
    async diagnose() {
      await database.execute((connection) => checks.requireWritable(connection), READ);
      await database.execute((connection) => checks.checkAll(connection), { ...READ, isUnlimited: true });
    },
    async close() {
      const write = () => Promise.all([apiKeys.lastUses.write(), sessions.lastUses.write()]);
      await withDeadline(new Deadline(LAST_WRITE_MS), write);
      await database.close();
    },
  };
}
