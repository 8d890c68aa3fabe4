import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Finding, Schema } from '../../../domain/ports/store.js';
import type { Connection } from './dialect.js';
import { findClock, finding } from './finding.js';
import { findRights } from './rights.js';
import { READ, type Database } from './database.js';
import { notPrepared } from '../support/errors.js';

// Checks, migrates and diagnoses the schema of an SQL database.

const CHECK_TIMEOUT_MS = 1_000;

/** How long `migrate` waits while another program migrates the same store, in milliseconds. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * While a copy fills the database, the table `migrations` has a row with this name. The mark is in that table because
 * every health check and every start of the service reads it anyway.
 */
export const INCOMPLETE = 'incomplete copy';

export class TypeormSchema implements Schema {
  constructor(private readonly database: Database) {}

  /** Checks the store with short reads, which wait for a connection like any other read. */
  async check(): Promise<void> {
    const { pending, isIncomplete } = await this.database.executeManaged(
      async ({ runner }) => {
        await this.database.dialect.checkWritable?.(runner);
        return readSchemaState(runner);
      },
      { ...READ, timeoutMs: CHECK_TIMEOUT_MS },
    );
    if (pending.length > 0) {
      throw notPrepared(`migrations are pending: ${pending.join(', ')}; run animal-store migrate`);
    }
    if (isIncomplete) throw notPrepared('a copy into this store is not finished');
  }

  async writeFault(): Promise<string | undefined> {
    const { database } = this;
    if (database.writeFault === undefined && !database.dialect.mayRefuseWrites?.()) return undefined;
    // The probe updates `database.writeFault`, so its own error can be ignored. If the store can no longer be reached,
    // `check` reports that.
    const probe = database.writeFault?.reason === 'missing right' ? this.tryRights() : database.transaction(tryWrite);
    await probe.catch(() => undefined);
    return database.writeFault?.message;
  }

  private async tryRights(): Promise<void> {
    const { database } = this;
    const found = await database.executeManaged((connection) => findRights(connection, database.dialect, ''), READ);
    if (found.ok) database.forgetMissingRight();
  }

  async pendingMigrations(): Promise<string[]> {
    return (await this.database.executeManaged(({ runner }) => readSchemaState(runner), READ)).pending;
  }

  /**
   * Applies migrations without a time limit, so that a change of a large table is never cut off half-way.
   * @param timeoutMs how long to wait for another program that migrates, in milliseconds
   */
  async migrate(timeoutMs = MIGRATION_TIMEOUT_MS): Promise<string[]> {
    if ((await this.pendingMigrations()).length === 0) return [];
    return this.database.executeManaged(
      (connection) => {
        const { runner } = connection;
        const work = async () => {
          const executor = new MigrationExecutor(runner.manager.dataSource, runner);
          // `whileMigrating` begins a transaction if the engine's schema changes are transactional.
          executor.transaction = 'none';
          const migrations = await executor.executePendingMigrations();
          return migrations.map(({ name }) => name);
        };
        return this.database.dialect.whileMigrating(connection, work, timeoutMs);
      },
      { timeoutMs: Infinity, retryMs: timeoutMs },
    );
  }

  async diagnose(): Promise<Finding[]> {
    return this.database.executeManaged(async (connection) => {
      const { runner } = connection;
      const { dialect } = this.database;
      const state = await readSchemaState(runner);
      const { clock, rights } = dialect;
      const isCurrent = state.pending.length === 0; // This ensures that every table exists.
      return [
        schemaFinding(state, rights?.migration),
        ...(rights !== undefined && isCurrent ? [await findRights(connection, dialect, rights.service)] : []),
        ...(await dialect.diagnose(runner)),
        ...(clock === undefined ? [] : [await findClock(runner, clock)]),
      ];
    }, READ);
  }
}

/**
 * Tests whether the store accepts writes. It adds a session that no token matches and removes it in the same
 * transaction: nothing remains, but the commit needs as much disk space as a commit that adds something.
 */
async function tryWrite(connection: Connection): Promise<void> {
  const hash = '0'.repeat(64);
  await connection.query('INSERT INTO sessions (hash, account_id, created_at, last_seen_at) VALUES (?, 1, 0, 0)', [
    hash,
  ]);
  await connection.query('DELETE FROM sessions WHERE hash = ?', [hash]);
}

async function readSchemaState(runner: QueryRunner) {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  const applied = new Set((await executor.getExecutedMigrations()).map(({ name }) => name));
  const known = runner.manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    /** The names of the migrations that have not run yet, oldest first. */
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name) && name !== INCOMPLETE),
    isIncomplete: applied.has(INCOMPLETE),
  };
}

/** @param fix the advice to the operator if migrations are pending */
function schemaFinding(
  { pending, unknown, isIncomplete }: Awaited<ReturnType<typeof readSchemaState>>,
  fix = 'Run animal-store migrate.',
): Finding {
  if (pending.length > 0) {
    return { check: 'schema', ok: false, message: `Migrations are pending: ${pending.join(', ')}.`, fix };
  }
  // Migrations only add, so that the previous version and this one can run at the same time.
  const newer = `The schema is newer than this program: ${unknown.join(', ')}. This is normal while a new version is rolled out.`;
  return finding(
    'schema',
    unknown.length === 0 ? 'The schema is up to date.' : newer,
    isIncomplete && 'A copy into this store is not finished.',
    'Wait until it ends, or run animal-store copy again.',
  );
}
