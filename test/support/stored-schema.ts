import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MIGRATIONS } from '../../src/adapters/outbound/typeorm/migrations.js';

const FOLDER = join(import.meta.dirname, '../adapters/outbound/typeorm/schema');

/**
 * Returns the schema that the first migrations create on an engine, as a file keeps it and as `SqlAccess.schema`
 * returns it. A released schema never changes, so its file is never written again.
 * @param made the schema that a new file gets; the test still fails, so that its author reads the file
 */
export function storedSchema(engine: string, count: number, made?: string): string {
  const file = join(FOLDER, engine, `${count}-${MIGRATIONS[count - 1]?.name}.sql`);
  if (!existsSync(file) && made !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, made);
    throw new Error(`${file} is new: check it, add it to the commit, and run the test again`);
  }
  return readFileSync(file, 'utf8');
}
