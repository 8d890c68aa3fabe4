import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../../src/adapters/outbound/storage.js';
import { parseServerUrl } from '../../../../src/adapters/outbound/typeorm/server-url.js';
import { newFolder } from '../../../support/process.js';

const parse = (url: string) => parseServerUrl(url, 'db', 4567);

describe('The URL of a database on a server', () => {
  test('has the default port and an empty password unless it names them', () => {
    expect(parse('db://keeper@db/animals')).toEqual({
      host: 'db',
      port: 4567,
      user: 'keeper',
      password: '',
      database: 'animals',
    });
  });

  test('may have percent escapes in the user, the password and the database', () => {
    expect(parse('db://kee%40per:p%40ss%2Fw%3Frd%23%25%20%C3%A9@db/ani%2Dmals')).toMatchObject({
      user: 'kee@per',
      password: 'p@ss/w?rd#% é',
      database: 'ani-mals',
    });
  });

  test('may name an IPv6 address', () => {
    expect(parse('db://u:p@[2001:db8::7]:3307/d')).toMatchObject({ host: '2001:db8::7', port: 3307 });
  });

  test.each([
    'db://keeper:hunter2%@db/animals',
    'db://keeper:hunter2@db/animals?ssl-mode=hunter2',
    'db://keeper:hunter2@db/animals?password=hunter2',
    'db://keeper:hunter2@db/animals?ssl-mode=REQUIRED&ssl-ca=/hunter2',
  ])('is refused without repeating any of it: %s', (url) => {
    expect(() => parse(url)).toThrow(InvalidStorageUrl);
    expect(() => parse(url)).not.toThrow(/hunter2/);
  });
});

describe('TLS to a server', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  const tlsOf = (query: string) => parse(`db://u:p@h/d${query}`)?.tls;

  beforeAll(() => {
    folder = newFolder();
    for (const name of ['ca', 'cert', 'key']) writeFileSync(file(`${name}.pem`), `the ${name}\n`);
  });

  test.each(['', '?ssl-mode=DISABLED'])('is off with %p', (query) => {
    expect(tlsOf(query)).toBeUndefined();
  });

  test.each([
    ['REQUIRED', { rejectUnauthorized: false, verifyIdentity: false }],
    ['VERIFY_CA', { rejectUnauthorized: true, verifyIdentity: false }],
    ['VERIFY_IDENTITY', { rejectUnauthorized: true, verifyIdentity: true }],
  ])('has the mode %s', (mode, tls) => {
    expect(tlsOf(`?ssl-mode=${mode}`)).toEqual(tls);
  });

  test('reads the files that it names', () => {
    const files = `ssl-ca=${file('ca.pem')}&ssl-cert=${file('cert.pem')}&ssl-key=${file('key.pem')}`;
    expect(tlsOf(`?ssl-mode=VERIFY_IDENTITY&${files}`)).toEqual({
      rejectUnauthorized: true,
      verifyIdentity: true,
      ca: 'the ca\n',
      cert: 'the cert\n',
      key: 'the key\n',
    });
  });

  test.each([
    ['?ssl-mode=required', 'needs an ssl-mode of DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY'],
    ['?ssl-mode=', 'needs an ssl-mode of DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY'],
    ['?ssl=true', 'has a parameter that is none of ssl-mode, ssl-ca, ssl-cert and ssl-key'],
    ['?ssl-ca=ca.pem', 'names TLS files but no ssl-mode; add ssl-mode=VERIFY_IDENTITY'],
    ['?ssl-mode=VERIFY_CA&ssl-ca=/nowhere/ca.pem', 'names a file in ssl-ca that cannot be read'],
    ['?ssl-mode=VERIFY_CA&ssl-key=/nowhere/key.pem', 'names a file in ssl-key that cannot be read'],
  ])('refuses %s', (query, message) => {
    expect(() => tlsOf(query)).toThrow(new InvalidStorageUrl(message));
  });
});
