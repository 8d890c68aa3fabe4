import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrationOf } from '../../src/adapters/outbound/typeorm/schema/migrations.js';
import type { Migrations } from './test-storage.js';

/** A migration that adds to the schema, as one of the next version may do. */
export const NEXT = 'Next9000000000000';

/** What MySQL says of a statement of this migration that has run before. No other engine has these codes. */
const DONE = ['ER_DUP_FIELDNAME', 'ER_TABLE_EXISTS_ERROR', 'ER_DUP_KEYNAME'];

/** Returns the migrations of the next version. */
export function withNext(known: Migrations): Migrations {
  const sql = `
    ALTER TABLE pets ADD COLUMN nickname_id INTEGER NULL CHECK (nickname_id > 0);
    CREATE TABLE nicknames (id INTEGER PRIMARY KEY);
    CREATE INDEX pets_nickname_id ON pets (nickname_id);`;
  return [...known, migrationOf(NEXT, sql, DONE)];
}

/** On MySQL this copies the table, and blocks writes meanwhile. */
const RESERVED_ON_MYSQL = `
  ALTER TABLE pets DROP CONSTRAINT pets_status_known,
    ADD CONSTRAINT pets_status_known CHECK (status IN ('available', 'pending', 'sold', 'reserved'))`;

/**
 * SQLite cannot change a constraint of a table, so a new table takes over the rows and the greatest id that was ever
 * given. A file of SQL has the definition of the table in full.
 */
async function reserveOnSqlite(runner: QueryRunner): Promise<void> {
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

/** Adds the status `reserved`, which each engine does by SQL of its own. */
class Reserved implements MigrationInterface {
  readonly name = 'ReservedAnimals9000000000000';

  async up(runner: QueryRunner): Promise<void> {
    const { type } = runner.manager.dataSource.options;
    if (type === 'mysql') await runner.query(RESERVED_ON_MYSQL);
    else if (type === 'better-sqlite3') await reserveOnSqlite(runner);
    else throw new Error(`add the SQL of ${type} to test/support/next-migration.ts`);
  }

  async down(): Promise<void> {}
}

/** Returns the migrations of a version that adds the status `reserved`. */
export function withReserved(known: Migrations): Migrations {
  return [...known, Reserved];
}
