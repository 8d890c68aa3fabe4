import { expect, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../src/adapters/outbound/storage.js';
import { DEFAULT_STORAGE_URL, parseStorageUrl, URL_SCHEMES } from '../../../src/adapters/outbound/storage-url.js';
import { AWAY_URLS } from '../../support/storages.js';

/** Every form there is, as messages name them. */
const FORMS = URL_SCHEMES.map(({ urlForm }) => urlForm)
  .join(', ')
  .replace(/, (?!.*, )/, ' or ');

test('A storage URL may name the memory of this process', () => {
  expect(parseStorageUrl('memory:')).toMatchObject({
    name: 'memory',
    isShared: false,
    isDurable: false,
    location: 'this process',
  });
});

test.each([
  'memory',
  'memory:x',
  DEFAULT_STORAGE_URL.replace(/:.*/, ''),
  DEFAULT_STORAGE_URL.replace(/:.*/, ':'),
  'nonsense',
  'nodb://u:p@h/d',
])('A storage URL such as %s is refused with a list of every possible form', (url) => {
  expect(() => parseStorageUrl(url)).toThrow(new InvalidStorageUrl(`must be ${FORMS}`));
});

test.each(AWAY_URLS)('A storage URL of a server names a database that several processes may share: %s', (url) => {
  const location = url.replace(/.*@/, '');
  expect(parseStorageUrl(url)).toMatchObject({ isShared: true, isDurable: true, location });
});

test.each(AWAY_URLS)('A storage URL keeps its password out of logs: %s', (url) => {
  expect(JSON.stringify(parseStorageUrl(url))).not.toContain('hunter2');
});
