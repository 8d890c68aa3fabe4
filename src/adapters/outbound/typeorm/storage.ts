import type { Storage, StorageOptions } from '../storage.js';
import { MemoryThrottle } from '../support/memory-throttle.js';
import { SqlAccountRepository } from './account-repository.js';
import { SqlApiKeyRepository } from './api-key-repository.js';
import { findSkew } from './clock.js';
import { Database, READ, type Statements } from './database.js';
import type { Connection, Dialect } from './dialect.js';
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
    withRollback: (work) => withRollback(database, work),
    async diagnose() {
      const { dialect } = database;
      const check = async () => dialect.checkIntegrity?.();
      if (dialect.checkIntegrity !== undefined) await database.execute(check, { ...READ, isUnlimited: true });
      return findSkew(database);
    },
    close: () => database.close(),
  };
}

/**
 * Does the work with a repository whose statements are all in one transaction, which is undone at the end. Refuses
 * tables of an engine that could not undo it.
 */
function withRollback<T>(database: Database, work: (pets: SqlPetRepository) => Promise<T>): Promise<T> {
  const { dialect, purges } = database;
  const undone = async (connection: Connection) => {
    let isOver = false;
    // After one call has failed, others still have statements to send, and these would be committed.
    const query: Connection['query'] = async (text, values) => {
      if (isOver) throw new Error('the transaction is over');
      return connection.query(text, values);
    };
    const open = { ...connection, query };
    const statements: Statements = {
      dialect,
      purges,
      query,
      execute: (work) => work(open),
      transaction: (work) => work(open),
    };
    await dialect.requireUndo?.(connection);
    for (const statement of dialect.begin) await connection.query(statement);
    try {
      return await work(new SqlPetRepository(statements));
    } finally {
      isOver = true;
      await connection.query('ROLLBACK').catch(() => connection.discard());
    }
  };
  return database.execute(undone, { effect: 'idempotent' });
}
