import { MigrationExecutor } from 'typeorm';
import type { Store } from '../../../domain/ports/store.js';
import type { CallTerms, Database } from './database.js';
import { unavailable } from './errors.js';

/** How long the store may take to say that it is well, in milliseconds. */
const CHECK_PATIENCE = 1_000;

/** The database as a whole: its reach and its schema. */
export class TypeormStore implements Store {
  constructor(private readonly database: Database) {}

  /** Two short reads, which wait for nobody's: a health probe may ask every second. */
  async check(): Promise<void> {
    const pending = await this.pending({ patience: CHECK_PATIENCE, urgent: true });
    if (pending.length > 0) throw unavailable(new Error(`migrations are pending: ${pending.join(', ')}`));
  }

  /** Reads only, also in a database where nothing was ever migrated. */
  pendingMigrations(): Promise<string[]> {
    return this.pending();
  }

  /** Takes the time that it takes: a change of a large table is never cut off half-way. */
  migrate(): Promise<string[]> {
    return this.database.onConnection(
      (runner) =>
        this.database.dialect.whileMigrating(runner, async () => {
          const executor = new MigrationExecutor(runner.manager.dataSource, runner);
          // On SQLite the lock is a transaction around the whole run; MySQL commits each schema change by itself.
          executor.transaction = 'none';
          const migrations = await executor.executePendingMigrations();
          return migrations.map(({ name }) => name);
        }),
      { patience: Infinity },
    );
  }

  private pending(terms?: CallTerms): Promise<string[]> {
    return this.database.onConnection(async (runner) => {
      const migrations = await new MigrationExecutor(runner.manager.dataSource, runner).getPendingMigrations();
      return migrations.map(({ name }) => name);
    }, terms);
  }
}
