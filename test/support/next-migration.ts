import { basename, dirname } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Dialect } from '../../src/adapters/outbound/typeorm/execution/dialect.js';
import { migrationOf, migrationsOf } from '../../src/adapters/outbound/typeorm/schema/migrations.js';

type Migrations = (new () => MigrationInterface)[];

/** A migration that adds to the schema, as one of the next version may do. */
export const NEXT = 'Next9000000000000';

/** Returns the migrations of the next version. */
export function withNext(dialect: Dialect): Migrations {
  const sql = `
    ALTER TABLE pets ADD COLUMN nickname_id INTEGER NULL CHECK (nickname_id > 0);
    CREATE TABLE nicknames (id INTEGER PRIMARY KEY);
    CREATE INDEX pets_nickname_id ON pets (nickname_id);`;
  return [...migrationsOf(dialect.schema), migrationOf(NEXT, sql, dialect.schema)];
}

const RESERVED = 'ReservedAnimals9000000000000';

/** On MySQL this copies the table, and blocks writes meanwhile. */
const RESERVED_ON_MYSQL = `
  ALTER TABLE pets DROP CONSTRAINT pets_status_known,
    ADD CONSTRAINT pets_status_known CHECK (status IN ('available', 'pending', 'sold', 'reserved'));`;

/**
 * SQLite cannot change a constraint of a table, so a new table takes over the rows and the greatest id that was ever
 * given. A file of SQL has the definition of the table in full.
 */
class ReservedOnSqlite implements MigrationInterface {
  readonly name = RESERVED;

  async up(runner: QueryRunner): Promise<void> {
    const found: unknown = await runner.query(`SELECT sql FROM sqlite_schema WHERE name = 'pets'`);
    const [pets] = found as { sql: string }[]; // TypeORM gives the rows no type.
    const newPets = pets?.sql.replace('TABLE pets', 'TABLE new_pets').replace(`'sold'`, `'sold', 'reserved'`) ?? '';
    await runner.query(newPets);
    await runner.query('INSERT INTO new_pets SELECT * FROM pets');
    await runner.query(`DELETE FROM sqlite_sequence WHERE name = 'new_pets'`);
    await runner.query(`UPDATE sqlite_sequence SET name = 'new_pets' WHERE name = 'pets'`);
    await runner.query('DROP TABLE pets');
    await runner.query('ALTER TABLE new_pets RENAME TO pets');
    await runner.query('CREATE INDEX pets_status_id ON pets (status, id)');
  }

  async down(): Promise<void> {}
}

/** Returns the migrations of a version that adds the status `reserved`, whose SQL each engine needs here. */
export function withReserved(dialect: Dialect): Migrations {
  const reserved: Readonly<Record<string, new () => MigrationInterface>> = {
    mysql: migrationOf(RESERVED, RESERVED_ON_MYSQL, dialect.schema),
    sqlite: ReservedOnSqlite,
  };
  const engine = basename(dirname(dialect.schema.folder));
  const migration = reserved[engine];
  if (migration === undefined) throw new Error(`add the migration of ${engine} to test/support/next-migration.ts`);
  return [...migrationsOf(dialect.schema), migration];
}
