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
