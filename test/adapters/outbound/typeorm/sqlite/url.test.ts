import { expect, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../../../src/adapters/outbound/storage.js';
import { sqliteUrl } from '../../../../../src/adapters/outbound/typeorm/sqlite/url.js';

test.each([
  ['sqlite:/data/y.sqlite', '/data/y.sqlite'],
  ['sqlite:///data/y.sqlite', '/data/y.sqlite'],
  ['sqlite:y.sqlite', `${process.cwd()}/y.sqlite`],
  ['sqlite:a folder/büro%20.sqlite', `${process.cwd()}/a folder/büro%20.sqlite`],
  ['sqlite:./~/what?.sqlite', `${process.cwd()}/~/what?.sqlite`],
])('The URL %s names the file %s', (url, path) => {
  expect(sqliteUrl.parse(url)).toMatchObject({ name: 'SQLite', isShared: false, isDurable: true, location: path });
});

test.each([
  ['sqlite://data/y.sqlite', /two slashes before its path; write sqlite:\.\/FILE .* or sqlite:\/FOLDER\/FILE$/],
  ['sqlite://user:hunter2@host/y', /two slashes before its path/],
  ['sqlite:~/z.sqlite', /begins its path with ~ or \$, which only a shell replaces/],
  ['sqlite:$HOME/z.sqlite', /begins its path with ~ or \$, which only a shell replaces/],
  ['sqlite:./z.sqlite?mode=rwc', /has a parameter behind its path/],
  ['sqlite3:./z.sqlite', /has the scheme sqlite3; write sqlite:PATH/],
  ['file:z.sqlite', /has the scheme file; write sqlite:PATH/],
])('The URL %s, which would name another file than is meant, is refused with the right form', (url, fault) => {
  expect(() => sqliteUrl.parse(url)).toThrow(InvalidStorageUrl);
  expect(() => sqliteUrl.parse(url)).toThrow(fault);
  expect(() => sqliteUrl.parse(url)).not.toThrow(/hunter2/);
});

test('A file has not the name by which SQLite knows a database in memory', () => {
  expect(sqliteUrl.parse('sqlite::memory:')).toBeUndefined();
});
