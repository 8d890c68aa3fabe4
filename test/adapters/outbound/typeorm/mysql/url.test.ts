import { expect, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../../../src/adapters/outbound/storage.js';
import { parseMysqlUrl as parse } from '../../../../../src/adapters/outbound/typeorm/mysql/url.js';
import { CERTIFICATES } from '../../../../support/tls.js';

const ADDRESS = { host: 'db', port: 3306, user: 'keeper', password: '', database: 'animals' };

test.each([
  ['mysql://keeper@db/animals', ADDRESS],
  [
    'mysql://kee%40per:p%40ss%2Fw%3Frd%23%25%20%C3%A9@db/ani%2Dmals',
    { ...ADDRESS, user: 'kee@per', password: 'p@ss/w?rd#% é', database: 'ani-mals' },
  ],
  ['mysql://keeper@[2001:db8::7]:3307/animals', { ...ADDRESS, host: '2001:db8::7', port: 3307 }],
])('The URL %s names a database on a server', (url, address) => {
  expect(parse(url)).toEqual(address);
});

test.each([
  ['mysql://keeper:p#hunter2@db/animals', 'has a #, which must be written as %23'],
  ['mysql://keeper:p/hunter2@db/animals', 'has a host or a port that cannot be read'],
  ['mysql://keeper:p?hunter2@db/animals', 'has a host or a port that cannot be read'],
  ['mysql://keeper:hunter2@db:x/animals', 'has a host or a port that cannot be read'],
  ['mysql:///hunter2', 'names no host'],
  ['mysql://db/hunter2', 'names no user'],
  ['mysql://:hunter2@db/animals', 'names no user'],
  ['mysql://keeper:hunter2@db', 'names no database'],
  ['mysql://keeper:hunter2@db/?ssl-mode=REQUIRED', 'names no database'],
  ['mysql://keeper:hunter2@db/animals/others', 'has a / in the database'],
])('The URL of a database on a server is refused by the name of the part that is wrong: %s', (url, fault) => {
  expect(() => parse(url)).toThrow(InvalidStorageUrl);
  expect(() => parse(url)).toThrow(fault);
  expect(() => parse(url)).toThrow(/its form is mysql:/);
  expect(() => parse(url)).not.toThrow(/hunter2/);
});

test.each([
  'mysql://keeper:hunter2%@db/animals',
  'mysql://keeper:hunter2@db/animals?ssl-mode=hunter2',
  'mysql://keeper:hunter2@db/animals?password=hunter2',
  'mysql://keeper:p@ss/word?hunter2=1@db/animals',
  'mysql://keeper:p@ss/word?hunter2@db/animals',
  'mysql2://keeper:hunter2@db/animals',
  'mysql://keeper:p@ss/word?hunter2',
  'mysql://keeper:hunter2@db/animals?ssl-mode=REQUIRED&ssl-ca=/hunter2',
])('The URL of a database on a server is refused without repeating any of it: %s', (url) => {
  expect(() => parse(url)).toThrow(InvalidStorageUrl);
  expect(() => parse(url)).not.toThrow(/hunter2/);
});

test.each(['mariadb', 'mysql2', 'mysql+pymysql', 'jdbc:mysql', 'jdbc:mariadb', 'MariaDB'])(
  'The URL of a database on a server is refused with the scheme %s of other programs, by its name',
  (scheme) => {
    const message = `has the scheme ${scheme}; write mysql://user:password@host:port/database, also for MariaDB`;
    expect(() => parse(`${scheme}://keeper:hunter2@db/animals`)).toThrow(new InvalidStorageUrl(message));
  },
);

const tlsOf = (query: string) => parse(`mysql://u:p@h/d${query}`)?.ssl;

test('TLS to a server is off if its mode is DISABLED', () => {
  expect(tlsOf('?ssl-mode=DISABLED')).toBeUndefined();
});

test.each([
  ['?ssl-mode=required', 'needs DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY as its ssl-mode'],
  ['?ssl-mode=', 'needs DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY as its ssl-mode'],
  ['?sslmode=require', 'has the parameter sslmode, and takes only ssl-mode, ssl-ca, ssl-cert or ssl-key'],
  ['?ssl-mode=REQUIRED&ssl=true', 'has the parameter ssl, and takes only ssl-mode'],
  ['?charset=utf8mb4', 'has the parameter charset, and takes only ssl-mode'],
  ['?ssl-ca=ca.pem', 'names TLS files but no ssl-mode; add ssl-mode=VERIFY_IDENTITY'],
  ['?ssl-mode=VERIFY_CA&ssl-ca=/nowhere/ca.pem', 'needs for ssl-ca a file that this process can read (ENOENT)'],
  ['?ssl-mode=VERIFY_CA&ssl-key=/nowhere/key.pem', 'needs for ssl-key a file that this process can read (ENOENT)'],
  ['?ssl-mode=VERIFY_CA&ssl-ca=/dev/zero', 'needs for ssl-ca a regular file of at most 1 MiB'],
  [`?ssl-mode=VERIFY_CA&ssl-ca=${CERTIFICATES.server.key}`, /ssl-ca that has no CERTIFICATE in the format PEM/],
  [`?ssl-mode=VERIFY_CA&ssl-key=${CERTIFICATES.server.cert}`, /ssl-key that has no PRIVATE KEY in the format PEM/],
])('TLS to a server is refused with %s', (query, message) => {
  expect(() => tlsOf(query)).toThrow(InvalidStorageUrl);
  expect(() => tlsOf(query)).toThrow(message);
});

test.each(['192.0.2.7', '[2001:db8::7]'])('TLS to a server cannot verify the identity of the address %s', (host) => {
  const refused = () => parse(`mysql://u:p@${host}/d?ssl-mode=VERIFY_IDENTITY`);
  expect(refused).toThrow(InvalidStorageUrl);
  expect(refused).toThrow(/the name of the host.*VERIFY_IDENTITY/);
  expect(parse(`mysql://u:p@${host}/d?ssl-mode=VERIFY_CA`)?.ssl).toMatchObject({ rejectUnauthorized: true });
});
