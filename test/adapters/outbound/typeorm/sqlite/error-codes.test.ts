import { expect, it } from '@jest/globals';
import { causes, classify } from '../../../../../src/adapters/outbound/typeorm/sqlite/error-codes.js';
import { translate, WORDS } from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';

it.each([
  ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'duplicate'],
  ['SQLITE_BUSY', 'contended'],
  ['SQLITE_BUSY_SNAPSHOT', 'contended'],
  ['SQLITE_NOTADB', 'failing'],
  ['SQLITE_FULL', 'failing'],
  ['SQLITE_IOERR_WRITE', 'failing'],
  ['EACCES', 'failing'],
  ['EPERM', 'failing'],
  ['EROFS', 'failing'],
  ['SQLITE_READONLY_DBMOVED', 'failing'],
  ['SQLITE_CANTOPEN', 'failing'],
  ['SQLITE_CORRUPT', 'failing'],
  ['SQLITE_CORRUPT_INDEX', 'failing'],
  ['SQLITE_IOERR_CORRUPTFS', 'failing'],
  ['SQLITE_IOERR_READ', 'failing'],
  ['SQLITE_NOT_KNOWN_HERE', 'failing'],
  ['SQLITE_ERROR', 'failing'],
  ['SQLITE_MISUSE', 'bug'],
  ['SQLITE_CONSTRAINT_CHECK', 'failing'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'failing'],
])('the error code %s means %s', (code, meaning) => {
  expect(classify({ code, message: '', fatal: false })).toBe(meaning);
});

it.each([
  ['SQLITE_FULL', 'noRoom'],
  ['SQLITE_IOERR_WRITE', 'noRoom'],
  ['EROFS', 'notWritable'],
  ['SQLITE_NOTADB', 'unusable'],
  ['SQLITE_READONLY_DBMOVED', 'moved'],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
] as const)('clients read what %s means, which is %s', (code, words) => {
  const translated = translate(Object.assign(new Error('said'), { code }), { classify, causes });
  expect(translated).toMatchObject({ message: WORDS[words] });
});
