import { expect, it } from '@jest/globals';
import { newFolder } from '../../../../support/process.js';
import { sqliteDialect } from '../../../../../src/adapters/outbound/typeorm/sqlite/dialect.js';

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
  ['SQLITE_READONLY_DBMOVED', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_ERROR', undefined],
  ['SQLITE_CONSTRAINT_CHECK', undefined],
])('the error code %s means %s', (code, fault) => {
  expect(sqliteDialect({ path: newFolder() }).classify({ code, message: '', fatal: false })).toBe(fault);
});
