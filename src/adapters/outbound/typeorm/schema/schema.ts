import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { currentDeadline, Deadline, withDeadline } from '../../../support/deadline.js';
import type { Schema } from '../../storage.js';
import { READ, type Database } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { ENTITIES, readsOf, STORED } from './entities.js';
import { DatabaseUnavailable, mayRepeat, translate } from '../execution/failures.js';

const CHECK_TIMEOUT_MS = 1_000;

/** How long `migrate` waits for a lock of another program, in milliseconds. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * The row of `migrations` that marks an unfinished copy. Every health check and every start reads that table anyway.
 */
export const INCOMPLETE = 'incomplete copy';

export class TypeormSchema implements Schema {
  /** Reads every table of this database and the applied migrations in one statement, since probes are frequent. */
  private readonly readTables: string;

  constructor(private readonly database: Database) {
    const { sql, schema } = database.dialect;
    const reads = readsOf(sql.countAttempt === undefined ? STORED : ENTITIES);
    this.readTables = `SELECT name, ${[...reads, ...schema.furtherReads].join(', ')} FROM migrations`;
  }

  /** Checks the database with short reads, which wait for a connection like any other read. */
  async check(): Promise<void> {
    const read = async (connection: Connection) => {
      await this.database.dialect.checks.requireWritable(connection);
      return readTables(connection, this.readTables);
    };
    const deadline = new Deadline(CHECK_TIMEOUT_MS);
    const { pending, isIncomplete } = await withDeadline(deadline, () => this.database.execute(read, READ));
    if (pending.length > 0) {
      const reason = `migrations are pending: ${pending.join(', ')}; run animal-store migrate, or start the service with MIGRATE_ON_START=true, the default`;
      throw new DatabaseUnavailable(new Error(reason), 'unprepared');
    }
    if (isIncomplete) {
      const reason = 'a copy into this database is not finished; wait until it ends, or run animal-store copy again';
      throw new DatabaseUnavailable(new Error(reason), 'unprepared');
    }
  }

  writeFault(): string | undefined {
    return this.database.writeFault?.message;
  }

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

async function readTables(connection: Connection, text: string) {
  const { runner } = connection;
  try {
    return schemaState(runner, await connection.query<{ readonly name: string }[]>(text));
  } catch (error) {
    const state = await readSchemaState(runner).catch(() => undefined);
    if (state === undefined || state.pending.length === 0) throw error;
    return state; // A pending migration may create what is missing.
  }
}

async function readSchemaState(runner: QueryRunner) {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  return schemaState(runner, await executor.getExecutedMigrations());
}

function schemaState(runner: QueryRunner, executed: readonly { readonly name: string }[]) {
  const applied = new Set(executed.map(({ name }) => name));
  const known = runner.manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    pending: known.filter((name) => !applied.has(name)),
    isIncomplete: applied.has(INCOMPLETE),
  };
}
