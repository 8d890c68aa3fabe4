import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { currentDeadline, Deadline, withDeadline } from '../../../support/deadline.js';
import type { Schema } from '../../storage.js';
import { READ, type Database } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { mayRepeat, translate } from '../execution/failures.js';

/** How long `migrate` waits for a lock of another program, in milliseconds. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * The row of `migrations` that marks an unfinished copy. Every health check and every start reads that table anyway.
 */
export const INCOMPLETE = 'incomplete copy';

export class TypeormSchema implements Schema {
  constructor(private readonly database: Database) {}

  async pending(): Promise<string[]> {
    return (await this.database.execute(({ runner }) => readSchemaState(runner), READ)).pending;
  }

  /**
   * Applies migrations without a time limit, so that a change of a large table is never cut off half-way. A deadline ends
   * the wait for a lock of another program.
   */
  async migrate(onWait?: (reason: string) => void): Promise<string[]> {
    if ((await this.pending()).length === 0) return [];
    const { schema, errors } = this.database.dialect;
    let isWaiting = false;
    const migrate = async (connection: Connection) => {
      try {
        return await schema.whileMigrating(connection, () => runPending(connection.runner));
      } catch (error) {
        const failure = translate(error, errors);
        if (!isWaiting && mayRepeat(failure)) {
          isWaiting = true;
          onWait?.(failure.cause.message);
        }
        throw error;
      }
    };
    const deadline = currentDeadline() ?? new Deadline(MIGRATION_TIMEOUT_MS);
    return withDeadline(deadline, () => this.database.execute(migrate, { isUnlimited: true }));
  }
}

async function runPending(runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  executor.transaction = 'none'; // `whileMigrating` begins one if the engine's schema changes are transactional.
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

export async function readSchemaState(runner: QueryRunner) {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  return schemaState(runner, await executor.getExecutedMigrations());
}

export function schemaState(runner: QueryRunner, executed: readonly { readonly name: string }[]) {
  const applied = new Set(executed.map(({ name }) => name));
  const known = runner.manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    pending: known.filter((name) => !applied.has(name)),
    isIncomplete: applied.has(INCOMPLETE),
  };
}
