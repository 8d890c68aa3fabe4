import type { DriverError, Meaning } from '../errors.js';

/**
 * What the errors of SQLite and of the system mean, by their code. SQLite appends a refinement to its codes:
 * SQLITE_IOERR_WRITE is an SQLITE_IOERR. Every other error is a fault of the database.
 */
const MEANINGS: readonly (readonly [codes: RegExp, Meaning])[] = [
  [/^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)$/, 'duplicate'],

  // Only a mistake in a statement, in its values or in a rule of the domain explains these. better-sqlite3 gives no
  // code to the error of a wrong call.
  [/^$/, 'bug'],
  [/^SQLITE_(?:ERROR|MISMATCH|MISUSE|RANGE|TOOBIG)$/, 'bug'],
  [/^SQLITE_CONSTRAINT_(?:CHECK|DATATYPE|FOREIGNKEY|NOTNULL)$/, 'bug'],

  [/^SQLITE_(?:BUSY|LOCKED)(?:_|$)/, 'contended'],
  [/^E(?:ACCES|PERM|ROFS)$/, 'not writable'],
  // SQLite reports an error of input and output if a quota is used up.
  [/^SQLITE_(?:FULL|IOERR_WRITE|IOERR_SHMSIZE)$/, 'no room'],
  [/^SQLITE_(?:CORRUPT(?:_|$)|IOERR_(?:CORRUPTFS|DATA)$)/, 'damaged'],
  [/^SQLITE_READONLY_DBMOVED$/, 'moved'],
  [/^SQLITE_NOTADB$/, 'unusable'],
];

export function classify({ code, message }: DriverError): Meaning {
  // SQLite has no code of its own for a schema that has not been migrated yet, or that another program has changed.
  if (/^no such (?:table|index): /.test(message)) return 'failing';
  return MEANINGS.find(([codes]) => codes.test(code))?.[1] ?? 'failing';
}
