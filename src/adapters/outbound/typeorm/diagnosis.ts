import type { Finding } from '../../../domain/ports/store.js';
import { READ, type Database } from './database.js';
import { readSchemaState, type SchemaState } from './schema.js';

/**
 * Checks a database that is connected, and changes nothing in it.
 * @param now our clock, in milliseconds since 1970
 */
export async function diagnose(database: Database, now: () => number): Promise<Finding[]> {
  return database.withQueryRunner(async (runner) => {
    const state = await readSchemaState(runner);
    const isCurrent = state.pending.length === 0;
    return [schemaFinding(state), ...(await database.dialect.diagnose(runner, isCurrent, now))];
  }, READ);
}

function schemaFinding({ pending, unknown, isIncomplete }: SchemaState): Finding {
  if (pending.length > 0) {
    const fix = 'Run animal-store migrate as a user that may also CREATE, ALTER, DROP and INDEX.';
    return { check: 'schema', ok: false, says: `Not applied yet: ${pending.join(', ')}.`, fix };
  }
  if (isIncomplete) {
    const fix = 'Wait until it ends, or run animal-store copy again.';
    return { check: 'schema', ok: false, says: 'A copy into this store is not finished.', fix };
  }
  // Migrations only add, so that the version before a change serves beside the one after it.
  const says =
    unknown.length > 0
      ? `Newer than this program: ${unknown.join(', ')}. That is as it should be while a new version is rolled out.`
      : 'Up to date.';
  return { check: 'schema', ok: true, says };
}
