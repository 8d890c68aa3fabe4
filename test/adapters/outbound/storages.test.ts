import { describe, expect, it, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../src/adapters/outbound/storage.js';
import { parseStorageUrl, STORAGES } from '../../../src/adapters/outbound/storages.js';

/** Every form there is, as messages name them. */
const FORMS = STORAGES.map(({ urlForm }) => urlForm)
  .join(', ')
  .replace(/, (?!.*, )/, ' or ');

describe('A storage URL', () => {
  test.each([
    ['memory:', 'memory', 'process'],
    ['sqlite:/var/lib/store.sqlite', 'SQLite', 'machine'],
    ['sqlite:store.sqlite', 'SQLite', 'machine'],
    ['sqlite:a folder/büro%20.sqlite', 'SQLite', 'machine'],
    ['mysql://keeper@db/animals', 'MySQL', 'network'],
    ['mysql://keeper:p@[2001:db8::7]:3307/animals?ssl-mode=REQUIRED', 'MySQL', 'network'],
  ])('%s names %s, shared by one %s', (url, name, scope) => {
    expect(parseStorageUrl(url)).toMatchObject({ name, scope });
  });

  test.each([
    'memory',
    'memory:x',
    'sqlite',
    'sqlite:',
    'sqlite::memory:',
    'mysql:',
    'mysql://',
    'mysql://u:p@h',
    'mysql://u:p@h/',
    'mysql://u:p@h/d/e',
    'mysql://u:p@h/d#e',
    'mysql://h/d',
    'mysql://:p@h/d',
    'mysql://u:p@/d',
    'mysql://u:p@h:99999/d',
    'nonsense',
  ])('%s is refused with every form that is possible', (url) => {
    expect(() => parseStorageUrl(url)).toThrow(new InvalidStorageUrl(`must be ${FORMS}`));
  });

  it('is refused by its scheme, and by nothing else of it, when no storage has that scheme', () => {
    expect(() => parseStorageUrl('mariadb://u:p@h/d')).toThrow(
      new InvalidStorageUrl(`begins with mariadb://; it must be ${FORMS}`),
    );
  });

  it.each([
    ['memory:', 'this process'],
    ['sqlite:/data/a.sqlite', '/data/a.sqlite'],
    ['mysql://keeper:hunter2@db/animals?ssl-mode=REQUIRED', 'db:3306/animals'],
  ])('gives the location of %s', (url, location) => {
    expect(parseStorageUrl(url).location).toBe(location);
  });

  it('keeps its password out of logs', () => {
    expect(JSON.stringify(parseStorageUrl('mysql://keeper:hunter2@db/animals'))).not.toContain('hunter2');
  });
});

it('every storage has its own name and URL form', () => {
  expect(new Set(STORAGES.map(({ name }) => name)).size).toBe(STORAGES.length);
  expect(new Set(STORAGES.map(({ urlForm }) => urlForm)).size).toBe(STORAGES.length);
});
