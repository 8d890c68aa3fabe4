import { STORED, type Column, type ColumnsOf } from './entities.js';

// What plain statements need of the entities.

/** A row as a driver gives it. */
export type Row = Record<string, unknown>;

/** A table with the names of its columns. The first one is the primary key, and is `id` if the engine generates it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Every table with data of the database, which are those that every engine has. A copy of the database moves their
 * rows.
 */
export const TABLES: readonly Table[] = STORED.map(({ table, columns }) => ({
  name: table,
  columns: columnsOf(columns),
}));

/**
 * The most values of a statement that is kept prepared, which is enough to insert one row into any table. Longer ones
 * have too many different lengths.
 */
export const MAX_PREPARED_VALUES = Math.max(...TABLES.map(({ columns }) => columns.length));

export function columnsOf(columns: Readonly<Record<string, { readonly name: string }>>): string[] {
  return Object.values(columns).map(({ name }) => name);
}

/** Returns what follows SELECT, so that the values of a row have the names of the properties. */
export function selectionOf<Members>(columns: ColumnsOf<Members>): string {
  const selected = Object.entries<Column>(columns).filter(([, { select }]) => select !== false);
  return selected.map(([property, { name }]) => (name === property ? name : `${name} AS "${property}"`)).join(', ');
}

/** Returns a function that converts the values of a row in place, whose names are those of the properties. */
export function readerOf<Members>(columns: ColumnsOf<Members>): (row: Row) => Members {
  const converted = Object.entries<Column>(columns).flatMap(([property, { transformer, select }]) =>
    transformer === undefined || select === false ? [] : [{ property, transformer }],
  );
  return (row) => {
    for (const { property, transformer } of converted) row[property] = transformer.from(row[property]);
    return row as Members; // Each column has the type that the migrations gave it.
  };
}

/** Returns the values of the columns for an entity. */
export function valuesOf<Members>(columns: ColumnsOf<Members>, entity: Members): unknown[] {
  const values: unknown[] = [];
  for (const property in columns) {
    const { transformer } = columns[property];
    const value = entity[property];
    values.push((transformer === undefined ? value : transformer.to(value)) ?? null);
  }
  return values;
}

/** Returns the statement that inserts this number of rows. */
export function insertInto({ name, columns }: Table, rows = 1): string {
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${placesOf(columns.length, rows)}`;
}

/** Returns the placeholders of rows, such as `(?, ?), (?, ?)`. */
export function placesOf(columns: number, rows = 1): string {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
}
