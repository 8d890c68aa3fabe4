import { expect, it } from '@jest/globals';
import { classify } from '../../../../../src/adapters/outbound/typeorm/sqlite/errors.js';

it.each([
  ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'duplicate'],
  ['SQLITE_BUSY', 'contended'],
  ['SQLITE_BUSY_SNAPSHOT', 'contended'],
  ['SQLITE_NOTADB', 'unusable'],
  ['SQLITE_FULL', 'no room'],
  ['SQLITE_IOERR_WRITE', 'no room'],
  ['EACCES', 'not writable'],
  ['EPERM', 'not writable'],
  ['EROFS', 'not writable'],
  ['SQLITE_READONLY_DBMOVED', 'moved'],
  ['SQLITE_CANTOPEN', 'failing'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
  ['SQLITE_IOERR_CORRUPTFS', 'damaged'],
  ['SQLITE_IOERR_READ', 'failing'],
  ['SQLITE_NOT_KNOWN_HERE', 'failing'],
  ['SQLITE_ERROR', 'bug'],
  ['SQLITE_CONSTRAINT_CHECK', 'bug'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'failing'],
])('the error code %s means %s', (code, meaning) => {
  expect(classify({ code, message: '', fatal: false })).toBe(meaning);
});
