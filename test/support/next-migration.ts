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

/**
 * The migration of each engine that adds the status `reserved`. SQLite cannot change a constraint of a table, so a new
 * table takes over the rows and the greatest id that was ever given.
 */
const RESERVED: Readonly<Record<string, string>> = {
  mysql: `
    ALTER TABLE pets DROP CONSTRAINT pets_status_known,
      ADD CONSTRAINT pets_status_known CHECK (status IN ('available', 'pending', 'sold', 'reserved'));`,
  sqlite: `
    CREATE TABLE new_pets (
      id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
      category_id INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold', 'reserved'))
    ) STRICT;

    INSERT INTO new_pets (id, name, category_id, status) SELECT id, name, category_id, status FROM pets;

    DELETE FROM sqlite_sequence WHERE name = 'new_pets';

    UPDATE sqlite_sequence SET name = 'new_pets' WHERE name = 'pets';

    DROP TABLE pets;

    ALTER TABLE new_pets RENAME TO pets;

    CREATE INDEX pets_status_id ON pets (status, id);`,
};

/** Returns the migrations of a version that adds the status `reserved`. */
export function withReserved(dialect: Dialect): Migrations {
  const engine = basename(dirname(dialect.migrations));
  const sql = RESERVED[engine];
  if (sql === undefined)
    throw new Error(`add the migration of ${engine} to RESERVED in test/support/next-migration.ts`);
  return [...migrationsOf(dialect), migrationOf('ReservedAnimals9000000000000', sql, dialect)];
}
