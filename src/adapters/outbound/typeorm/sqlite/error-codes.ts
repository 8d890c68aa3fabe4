import type { ErrorKind } from '../execution/failures.js';

/**
 * The errors of SQLite and of the system. SQLite appends a refinement to its codes: SQLITE_BUSY_SNAPSHOT is an
 * SQLITE_BUSY. The errors that have a remedy concern the file.
 */
export const ERRORS: readonly ErrorKind[] = [
  { codes: ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'], means: 'duplicate' },
  { codes: /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/, means: 'contended' },
  { codes: ['', 'SQLITE_MISUSE', 'SQLITE_RANGE'], means: 'bug' }, // better-sqlite3 gives no code to a wrong call.
  {
    codes: ['SQLITE_ERROR'],
    // No table, row or setting explains these, but only the text of a statement or the number of its values.
    says: /syntax error|incomplete input|^\d+ values for \d+ columns|must have the same number|unrecognized token/,
    means: 'bug',
  },
  { codes: ['EACCES', 'EPERM', 'EROFS'], means: 'unwritable' },
  {
    codes: ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'], // The second one means a quota.
    means: 'full',
    remedy: 'Make room on its disk, or raise the quota.',
  },
  { codes: ['SQLITE_NOTADB'], means: 'unusable', remedy: 'Name the file of an animal store.' },
  {
    codes: /^SQLITE_(?:CORRUPT(?:_|$)|IOERR_(?:CORRUPTFS|DATA)$)/,
    means: 'damaged',
    remedy: 'Restore a backup, as docs/operations/README.md shows.',
  },
  {
    codes: ['SQLITE_READONLY_DBMOVED'],
    means: 'moved',
    remedy: 'Stop the service, put the right file there, and start it again.',
  },
  {
    codes: /^SQLITE_(?:CANTOPEN|IOERR|PROTOCOL|READONLY)(?:_|$)/,
    means: 'failing',
    remedy: 'Check its disk, and whether the file was moved.',
  },
];
