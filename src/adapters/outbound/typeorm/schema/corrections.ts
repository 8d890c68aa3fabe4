import { READ, type Statements } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { greatestKnownId, lastId, reserveIds } from './ids.js';

// People truncate tables, load some tables of a copy, and reset counters. `migrate` corrects what additions rest on.

interface Correction {
  /** What is corrected, such as `the missing row of add_order`. */
  readonly name: string;
  readonly make: () => Promise<unknown>;
}

/** Finds what additions need and a migrated database has lost. It only reads. */
export async function findCorrections(database: Statements): Promise<Correction[]> {
  const { requiredRow } = database.dialect.schema;
  const corrections: Correction[] = [];
  if (requiredRow !== undefined && (await database.query<unknown[]>(requiredRow.find, [], READ)).length === 0) {
    const make = () => database.query(requiredRow.insert, [], { effect: 'idempotent' });
    corrections.push({ name: `the missing ${requiredRow.name}`, make });
  }
  for (const table of ['pets', 'accounts'] as const) {
    const find = async (connection: Connection) => ({
      known: await greatestKnownId(connection, table),
      last: await lastId(connection, database, table),
    });
    const { known, last } = await database.execute(find, READ);
    if (known <= last) continue;
    const name = `the counter of ids of ${table}, which went back from ${known} to ${last}`;
    corrections.push({ name, make: () => reserveIds(database, table, known) });
  }
  return corrections;
}
