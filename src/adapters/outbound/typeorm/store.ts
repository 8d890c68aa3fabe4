import { MigrationExecutor } from 'typeorm';
import type { Store } from '../../../domain/ports/store.js';
import type { CallOptions, Database } from './database.js';
import { unavailable } from '../support/errors.js';

const CHECK_TIMEOUT_MS = 1_000;

/** The database as a whole: whether it answers, and its schema. */
export class TypeormStore implements Store {
  constructor(private readonly database: Database) {}

  /** Two short reads, ahead of all calls that wait: a health probe may ask every second. */
  async check(): Promise<void> {
    const pending = await this.pending({ timeoutMs: CHECK_TIMEOUT_MS, urgent: true });
    if (pending.length > 0) throw unavailable(new Error(`migrations are pending: ${pending.join(', ')}`));
  }

  /** Reads only, also in a database where nothing was ever migrated. */
  pendingMigrations(): Promise<string[]> {
    return this.pending();
  }

  /** Has no time limit, so that a change of a large table is never cut off half-way. */
  migrate(): Promise<string[]> {
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

  private pending(options?: CallOptions): Promise<string[]> {
    return this.database.withQueryRunner(async (runner) => {
      const migrations = await new MigrationExecutor(runner.manager.dataSource, runner).getPendingMigrations();
      return migrations.map(({ name }) => name);
    }, options);
  }
}
