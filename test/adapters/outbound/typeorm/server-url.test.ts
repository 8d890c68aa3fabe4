import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../../src/adapters/outbound/storage.js';
import { parseServerUrl, type ServerUrls } from '../../../../src/adapters/outbound/typeorm/server-url.js';
import { newFolder } from '../../../support/process.js';

const URLS: ServerUrls = {
  schemes: ['db', 'database'],
  defaultPort: 4567,
  tls: {
    mode: 'tls',
    ca: 'tls-ca',
    cert: 'tls-cert',
    key: 'tls-key',
    modes: { none: 'off', encrypted: 'on', verifyIssuer: 'issuer', verifyIdentity: 'identity' },
  },
};

const parse = (url: string) => parseServerUrl(url, URLS);

describe('The URL of a database on a server', () => {
  test('has the default port and an empty password if it names none', () => {
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

  test('may have each scheme of the engine', () => {
    expect(parse('database://keeper@db/animals')).toEqual(parse('db://keeper@db/animals'));
    expect(parse('data://keeper@db/animals')).toBeUndefined();
  });

  test('may name an IPv6 address', () => {
    expect(parse('db://u:p@[2001:db8::7]:3307/d')).toMatchObject({ host: '2001:db8::7', port: 3307 });
  });

  test.each([
    'db://keeper:hunter2%@db/animals',
    'db://keeper:hunter2@db/animals?tls=hunter2',
    'db://keeper:hunter2@db/animals?password=hunter2',
    'db://keeper:hunter2@db/animals?tls=on&tls-ca=/hunter2',
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

  test.each(['', '?tls=off'])('is off with %p', (query) => {
    expect(tlsOf(query)).toBeUndefined();
  });

  test.each([
    ['on', { verifyIssuer: false, verifyIdentity: false }],
    ['issuer', { verifyIssuer: true, verifyIdentity: false }],
    ['identity', { verifyIssuer: true, verifyIdentity: true }],
  ])('has the mode %s', (mode, tls) => {
    expect(tlsOf(`?tls=${mode}`)).toEqual(tls);
  });

  test('reads the files that it names', () => {
    const files = `tls-ca=${file('ca.pem')}&tls-cert=${file('cert.pem')}&tls-key=${file('key.pem')}`;
    expect(tlsOf(`?tls=identity&${files}`)).toEqual({
      verifyIssuer: true,
      verifyIdentity: true,
      ca: 'the ca\n',
      cert: 'the cert\n',
      key: 'the key\n',
    });
  });

  test.each([
    ['?tls=ON', 'needs off, on, issuer or identity as its tls'],
    ['?tls=', 'needs off, on, issuer or identity as its tls'],
    ['?ssl=true', 'has a parameter that is none of tls, tls-ca, tls-cert and tls-key'],
    ['?tls-ca=ca.pem', 'names TLS files but no tls; add tls=identity'],
    ['?tls=issuer&tls-ca=/nowhere/ca.pem', 'names a file in tls-ca that cannot be read'],
    ['?tls=issuer&tls-key=/nowhere/key.pem', 'names a file in tls-key that cannot be read'],
  ])('is refused with %s', (query, message) => {
    expect(() => tlsOf(query)).toThrow(new InvalidStorageUrl(message));
  });

  test.each(['192.0.2.7', '[2001:db8::7]'])('cannot verify the identity of the address %s', (host) => {
    const message = 'needs the name of the host, and not its address, for tls=identity';
    expect(() => parse(`db://u:p@${host}/d?tls=identity`)).toThrow(new InvalidStorageUrl(message));
    expect(parse(`db://u:p@${host}/d?tls=issuer`)?.tls).toMatchObject({ verifyIssuer: true });
  });
});
