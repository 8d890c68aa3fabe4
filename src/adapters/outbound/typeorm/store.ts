import { MigrationExecutor } from 'typeorm';
import type { Store } from '../../../domain/ports/store.js';
import { READ, type Database } from './database.js';
import { unavailable } from '../support/errors.js';
import { readSchemaState } from './schema.js';

const CHECK_TIMEOUT_MS = 1_000;

/** The database as a whole: whether it answers, and its schema. */
export class TypeormStore implements Store {
  constructor(private readonly database: Database) {}

  /** Three short reads, ahead of all calls that wait: a health probe may ask every second. */
  async check(): Promise<void> {
    if (this.database.writes.isStalled) throw unavailable(new Error('no write was done for 5 seconds'));
    const { pending, isIncomplete } = await this.database.withQueryRunner(
      async (runner) => {
        await this.database.dialect.checkWritable(runner);
        return readSchemaState(runner);
      },
      { ...READ, timeoutMs: CHECK_TIMEOUT_MS, urgent: true },
    );
    if (pending.length > 0) throw unavailable(new Error(`migrations are pending: ${pending.join(', ')}`));
    if (isIncomplete) throw unavailable(new Error('a copy into this store is not finished'));
  }

  /** Reads only, also in a database where nothing was ever migrated. */
  async pendingMigrations(): Promise<string[]> {
    return (await this.database.withQueryRunner(readSchemaState, READ)).pending;
  }

  /** Has no time limit, so that a change of a large table is never cut off half-way. */
  async migrate(): Promise<string[]> {
    if ((await this.pendingMigrations()).length === 0) return [];
    return this.database.withQueryRunner(
      (runner) =>
        this.database.dialect.whileMigrating(runner, async () => {
          const executor = new MigrationExecutor(runner.manager.dataSource, runner);
          // On SQLite the lock is a transaction around the whole run; MySQL commits each schema change by itself.
          executor.transaction = 'none';
          const migrations = await executor.executePendingMigrations();
          return migrations.map(({ name }) => name);
        }),
      { timeoutMs: Infinity },
    );
  }
}
