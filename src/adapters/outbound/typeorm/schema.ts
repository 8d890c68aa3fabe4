import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Finding, Schema } from '../storage.js';
import { MIGRATION_TIMEOUT_MS } from './dialect.js';
import { findClock, finding, findRights } from './finding.js';
import { READ, type Database } from './database.js';
import { unavailable } from '../support/errors.js';

const CHECK_TIMEOUT_MS = 1_000;

/** A row of the table `migrations` while a copy fills the database: health checks, and services that start, read it anyway. */
export const INCOMPLETE = 'incomplete copy';

export class TypeormSchema implements Schema {
  constructor(private readonly database: Database) {}

  /** Three short reads, which wait as every read does. */
  async check(): Promise<void> {
    const { pending, isIncomplete } = await this.database.execute(
      async ({ runner }) => {
        await this.database.dialect.checkWritable?.(runner);
        return readSchemaState(runner);
      },
      { ...READ, timeoutMs: CHECK_TIMEOUT_MS },
    );
    if (pending.length > 0) {
      throw unavailable(new Error(`migrations are pending: ${pending.join(', ')}; run animal-store migrate`));
    }
    if (isIncomplete) throw unavailable(new Error('a copy into this store is not finished'));
  }

  async pendingMigrations(): Promise<string[]> {
    return (await this.database.execute(({ runner }) => readSchemaState(runner), READ)).pending;
  }

  /** Has no time limit, so that a change of a large table is never cut off half-way. */
  async migrate(): Promise<string[]> {
    if ((await this.pendingMigrations()).length === 0) return [];
    return this.database.execute(
      (connection) =>
        this.database.dialect.whileMigrating(connection, async () => {
          const { runner } = connection;
          const executor = new MigrationExecutor(runner.manager.dataSource, runner);
          executor.transaction = 'none'; // whileMigrating begins one where it helps
          const migrations = await executor.executePendingMigrations();
          return migrations.map(({ name }) => name);
        }),
      { timeoutMs: Infinity, retryMs: MIGRATION_TIMEOUT_MS },
    );
  }

  async diagnose(): Promise<Finding[]> {
    return this.database.execute(async ({ runner }) => {
      const state = await readSchemaState(runner);
      const { dialect } = this.database;
      const { clock } = dialect;
      const isCurrent = state.pending.length === 0; // so that every table exists
      return [
        schemaFinding(state),
        ...(clock !== undefined && isCurrent ? [await findRights(runner)] : []),
        ...(await dialect.diagnose(runner)),
        ...(clock === undefined ? [] : [await findClock(runner, clock)]),
      ];
    }, READ);
  }
}

async function readSchemaState(runner: QueryRunner) {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  const applied = new Set((await executor.getExecutedMigrations()).map(({ name }) => name));
  const known = runner.manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    /** Oldest first. */
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name) && name !== INCOMPLETE),
    isIncomplete: applied.has(INCOMPLETE),
  };
}

function schemaFinding({ pending, unknown, isIncomplete }: Awaited<ReturnType<typeof readSchemaState>>): Finding {
  if (pending.length > 0) {
    const fix = 'Run animal-store migrate as a user that may also CREATE, ALTER, DROP and INDEX.';
    return { check: 'schema', ok: false, message: `Not applied yet: ${pending.join(', ')}.`, fix };
  }
  // Migrations only add, so that the versions before and after a change can run at the same time.
  const newer = `Newer than this program: ${unknown.join(', ')}. This is normal while a new version is rolled out.`;
  return finding(
    'schema',
    unknown.length === 0 ? 'Up to date.' : newer,
    isIncomplete && 'A copy into this store is not finished.',
    'Wait until it ends, or run animal-store copy again.',
  );
}
