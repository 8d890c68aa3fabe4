import { WORDS, type Cause, type DriverError, type Meaning } from '../execution/failures.js';

/** The codes of a file that is not what SQLite has written. */
const DAMAGE = /^SQLITE_(?:CORRUPT(?:_|$)|IOERR_(?:CORRUPTFS|DATA)$)/;

/** The messages that no table, row or setting explains, but only the text of a statement or the number of its values. */
const MISTAKE =
  /syntax error|incomplete input|^\d+ values for \d+ columns|must have the same number|unrecognized token/;

/**
 * What the errors of SQLite and of the system mean, by their code. SQLite appends a refinement to its codes:
 * SQLITE_BUSY_SNAPSHOT is an SQLITE_BUSY. Every other error is a fault that lasts until an operator corrects it.
 */
export function classify({ code, message }: DriverError): Meaning {
  if (/^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)$/.test(code)) return 'duplicate';
  if (/^SQLITE_(?:BUSY|LOCKED)(?:_|$)/.test(code)) return 'contended';
  // better-sqlite3 gives no code to the error of a wrong call.
  const isBug = /^(?:|SQLITE_MISUSE|SQLITE_RANGE)$/.test(code) || (code === 'SQLITE_ERROR' && MISTAKE.test(message));
  return isBug ? 'bug' : 'failing';
}

export function isDamage({ code }: DriverError): boolean {
  return DAMAGE.test(code);
}

/** Returns the error of damage that SQLite describes in a row. @param found may have several lines */
export function damageError(found: string): Error {
  return Object.assign(new Error(found.replaceAll('\n', ' ')), { code: 'SQLITE_CORRUPT' });
}

export const causes: readonly Cause[] = [
  { codes: /^E(?:ACCES|PERM|ROFS)$/, message: WORDS.notWritable },
  // SQLite reports an error of input and output if a quota is used up.
  {
    codes: /^SQLITE_(?:FULL|IOERR_WRITE|IOERR_SHMSIZE)$/,
    message: WORDS.noRoom,
    remedy: 'Make room on its disk, or raise the quota.',
  },
  { codes: /^SQLITE_NOTADB$/, message: WORDS.unusable, remedy: 'Name the file of an animal store.' },
  { codes: DAMAGE, message: WORDS.damaged, remedy: 'Restore a backup, as docs/operations/README.md shows.' },
  {
    codes: /^SQLITE_READONLY_DBMOVED$/,
    message: WORDS.moved,
    remedy: 'Stop the service, put the right file there, and start it again.',
  },
  {
    codes: /^SQLITE_(?:CANTOPEN|IOERR|PROTOCOL|READONLY)(?:_|$)/,
    remedy: 'Check its disk, and whether the file was moved.',
  },
];
