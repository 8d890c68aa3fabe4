import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import type { Dialect } from '../../src/adapters/outbound/typeorm/dialect.js';
import { migrationOf, migrationsOf } from '../../src/adapters/outbound/typeorm/migrations.js';

type Migrations = (new () => MigrationInterface)[];

/** A migration that adds to the schema, as one of the next version may do. */
export const NEXT = 'Next9000000000000';

/** Returns the migrations of the next version. */
export function withNext(dialect: Dialect): Migrations {
  const sql = `
    ALTER TABLE pets ADD COLUMN nickname_id INTEGER NULL CHECK (nickname_id > 0);
    CREATE TABLE nicknames (id INTEGER PRIMARY KEY);
    CREATE INDEX pets_nickname_id ON pets (nickname_id);`;
  return [...migrationsOf(dialect), migrationOf(NEXT, sql, dialect)];
}

/** Returns the migrations of a version that adds the status `reserved`, which is the SQL of the recipe in docs/tour.md. */
export function withReserved(dialect: Dialect): Migrations {
  const engine = basename(dirname(dialect.migrations));
  const block = new RegExp(`^\`\`\`sql \\S+/${engine}/migrations/\\d+-ReservedAnimals.*\n([^]*?)^\`\`\`$`, 'm');
  const [, sql] = block.exec(readFileSync('docs/tour.md', 'utf8')) ?? [];
  if (sql === undefined) throw new Error(`add the migration of ${engine} to the recipe for a status in docs/tour.md`);
  return [...migrationsOf(dialect), migrationOf('ReservedAnimals9000000000000', sql, dialect)];
}
