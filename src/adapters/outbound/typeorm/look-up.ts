import { READ, type Database } from './database.js';
import type { Entity } from './entities.js';
import { readerOf, selectionOf, type Row } from './tables.js';

/**
 * Returns a function that finds the entity whose `property`, which is unique, has a value. It sends one plain
 * statement, because requests look up their key, or their session and its account (ADR 4).
 */
export function lookUpBy<Members, Property extends keyof Members>(
  { table, columns }: Entity<Members>,
  property: Property,
): (database: Database, value: Members[Property]) => Promise<Members | undefined> {
  const text = `SELECT ${selectionOf(columns)} FROM ${table} WHERE ${columns[property].name} = ?`;
  const read = readerOf(columns);
  return async (database, value) => {
    const [row] = await database.query<Row[]>(text, [value], READ);
    return row && read(row);
  };
}
