import { expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';

it.each([
  ['mysql://keeper@db/animals', 'db:3306/animals'],
  ['mysql://keeper:p@[2001:db8::7]:3307/animals?ssl-mode=REQUIRED', '2001:db8::7:3307/animals'],
])('%s names a database that many processes share', (url, location) => {
  expect(parseStorageUrl(url)).toMatchObject({ name: 'MySQL', scope: 'network', location });
});
