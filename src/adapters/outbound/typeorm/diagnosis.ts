import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Finding } from '../../../domain/ports/finding.js';
import { READ, type Database } from './database.js';

/**
 * Checks a database that is connected, and changes nothing in it.
 * @param now our clock, in milliseconds since 1970
 */
export async function diagnose(database: Database, now: () => number): Promise<Finding[]> {
  return database.withQueryRunner(async (runner) => {
    const [schema, isCurrent] = await findSchema(runner);
    return [schema, ...(await database.dialect.diagnose(runner, isCurrent, now))];
  }, READ);
}

async function findSchema(runner: QueryRunner): Promise<[finding: Finding, isCurrent: boolean]> {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  const pending = (await executor.getPendingMigrations()).map(({ name }) => name);
  const known = new Set(runner.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const applied = (await runner.hasTable('migrations')) ? await executor.getExecutedMigrations() : [];
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name));
  if (pending.length > 0) {
    const fix = 'Run animal-store migrate as a user that may also CREATE, ALTER, DROP and INDEX.';
    return [{ check: 'schema', ok: false, says: `Not applied yet: ${pending.join(', ')}.`, fix }, false];
  }
  // Migrations only add, so that the version before a change serves beside the one after it.
  const says =
    unknown.length > 0
      ? `Newer than this program: ${unknown.join(', ')}. That is as it should be while a new version is rolled out.`
      : 'Up to date.';
  return [{ check: 'schema', ok: true, says }, true];
}
