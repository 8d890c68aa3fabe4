import { MigrationExecutor, type QueryRunner } from 'typeorm';

/**
 * The name of a row in the table `migrations` while a copy fills the database: what every health check reads anyway,
 * and what a service that waits for its migrations waits for as well.
 */
export const INCOMPLETE = 'incomplete copy';

export interface SchemaState {
  /** Migrations that the database does not have, oldest first. */
  readonly pending: string[];
  /** Migrations of the database that this program does not know. */
  readonly unknown: string[];
  /** Whether a copy into the database has begun and not finished. */
  readonly isIncomplete: boolean;
}

/** Reads only, also in a database where nothing was ever migrated. */
export async function readSchemaState(runner: QueryRunner): Promise<SchemaState> {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  const applied = new Set((await executor.getExecutedMigrations()).map(({ name }) => name));
  const known = runner.manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name) && name !== INCOMPLETE),
    isIncomplete: applied.has(INCOMPLETE),
  };
}
