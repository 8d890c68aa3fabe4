import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { StorageAddress } from '../../src/adapters/outbound/storage.js';
import { DEFAULT_STORAGE_URL, parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { ConfigError, readConfig, type Config } from '../../src/infrastructure/config.js';
import { VARIABLES } from '../support/config.js';
import { newFolder } from '../support/folder.js';

function errorsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

/** Of a storage, the parts that messages show. */
const shown = ({ name, location }: StorageAddress) => `${name}, ${location}`;
const comparable = ({ storage, ...others }: Config) => ({ ...others, storage: shown(storage) });

/** Each variable with its field, the default, and a text with the value that it gives. */
const FIELDS: readonly (readonly [name: string, field: string, initial: unknown, text: string, value: unknown])[] = [
  ['HOST', 'host', '127.0.0.1', '::', '::'],
  ['PORT', 'port', 8080, '0', 0],
  ['DATABASE_URL', 'storage', shown(parseStorageUrl(DEFAULT_STORAGE_URL)), 'memory:', 'memory, this process'],
  ['DATABASE_POOL_SIZE', 'poolSize', 10, '25', 25],
  ['MIGRATE_ON_START', 'migrateOnStart', true, 'false', false],
  ['PUBLIC_BASE_URL', 'publicBaseUrl', undefined, 'https://animals.example/v1', 'https://animals.example/v1'],
  ['STAGING_BASE_URL', 'stagingBaseUrl', undefined, 'http://localhost:8081/a/v1', 'http://localhost:8081/a/v1'],
  ['TRUST_PROXY', 'trustProxy', 0, '2', 2],
  ['ALLOWED_HOSTS', 'allowedHosts', undefined, 'animals.internal, [::1]', ['animals.internal', '[::1]']],
  ['CORS_ORIGINS', 'corsOrigins', undefined, 'https://shop.example, *', ['https://shop.example', '*']],
  ['COOKIE_SECURE', 'cookieSecure', false, 'false', false],
  ['SIGN_UP', 'signUpOpen', true, 'open', true],
  ['MAX_KEYS_PER_ACCOUNT', 'maxKeysPerAccount', 100, '7', 7],
  ['RATE_LIMIT', 'rateLimit', undefined, '1000/60s', { requests: 1000, period: 60 }],
  ['LOG_LEVEL', 'logLevel', 'info', 'warn', 'warn'],
  ['LOG_FORMAT', 'logFormat', undefined, 'pretty', 'pretty'],
  ['REQUEST_DEADLINE', 'requestDeadline', 5000, '750ms', 750],
  ['MAX_CONNECTIONS', 'maxConnections', 1000, '250', 250],
  ['MAX_IN_FLIGHT', 'maxInFlight', 64, '65', 65],
  ['SHUTDOWN_TIMEOUT', 'shutdownTimeout', 10_000, '1m', 60_000],
  ['SHUTDOWN_DELAY', 'shutdownDelay', 0, '5s', 5000],
  ['ADMIN_HOST', 'admin', undefined, '::1', undefined], // without a port there is nothing to listen on
];

/** Further texts that are accepted: the bounds, and what parsers tell apart. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  HOST: ['localhost', 'my-host.example', '::1', 'fe80::1%eth0'],
  PORT: ['1', '65535'],
  DATABASE_POOL_SIZE: ['1', '1000'],
  ALLOWED_HOSTS: ['*', 'a.example,b.example', '192.0.2.1 , [2001:db8::1]'],
  CORS_ORIGINS: [
    ...['*', 'http://localhost:3000', 'http://[::1]:8000', 'capacitor://localhost', 'app://obsidian.md'],
    ...['chrome-extension://mdnleldcmiljblolnjhpnblkcekpdkpa', 'tauri://localhost,ionic://localhost'],
  ],
  RATE_LIMIT: ['1/1s', '999999999/86400s'],
  REQUEST_DEADLINE: ['100ms', '5s', '10m'],
};

const BAD_BASE_URLS = ['/v1', 'ftp://animals.example/v1', 'https://animals.example', 'https://animals.example/v1/'];

/** What a variable must be, of which the message says the bounds or an example, and texts that are not. */
const REFUSED: Readonly<Record<string, readonly [rule: string, ...texts: string[]]>> = {
  HOST: ['without brackets', '[::1]', '[::]', '127.0.0.1:8080', 'localhost:8080', 'http://localhost'],
  ADMIN_HOST: ['without brackets', '[::1]'],
  PORT: ['0 to 65535', 'http', '65536', '-1', '80.5', '1e3', '0x50', ' 80'],
  DATABASE_POOL_SIZE: ['1 to 1000', '0', '1001', '2.5', 'ten'],
  MIGRATE_ON_START: ['true, false', 'yes', 'TRUE', '1', 'on', 'no'],
  PUBLIC_BASE_URL: ['/v1', ...BAD_BASE_URLS, 'https://animals.example/v1?x', 'https://animals.example/v1#x'],
  STAGING_BASE_URL: ['/v1', ...BAD_BASE_URLS],
  TRUST_PROXY: ['0 to 10', '10.0.0.0/8', '11'],
  ALLOWED_HOSTS: ['commas', ',', 'a.example,', 'a.example:80', 'http://a.example', '2001:db8::1', 'a b', '*.example/'],
  CORS_ORIGINS: [
    'commas',
    'shop.example',
    'https://shop.example/',
    'https://shop.example:443',
    'null',
    'app://localhost/',
    'app:localhost',
  ],
  COOKIE_SECURE: ['true, false', 'yes'],
  SIGN_UP: ['open, closed', 'true'],
  MAX_KEYS_PER_ACCOUNT: ['1 to 10000', '0', '10001'],
  RATE_LIMIT: ['1000/60s', '1000', '0/60s', '1000/0s', '1000/1m', '1000/86401s', '01/1s', '1e3/60s', ' 1/1s', '-1/1s'],
  LOG_LEVEL: ['fatal, error, warn, info, debug, trace, silent', 'loud', 'INFO'],
  LOG_FORMAT: ['json, pretty', 'xml'],
  REQUEST_DEADLINE: ['100ms to 10m', '5', '99ms', '11m', 's', '5 s', '5S', '1.5s', '-5s', '1e3ms', '5h'],
  MAX_CONNECTIONS: ['1 to 100000', '0', '100001'],
  MAX_IN_FLIGHT: ['1 to 100000', '0', '100001'],
  SHUTDOWN_TIMEOUT: ['1000ms to 10m', 'soon', '999ms'],
  SHUTDOWN_DELAY: ['0ms to 10m', '1h'],
  ADMIN_PORT: ['0 to 65535', 'metrics'],
};

describe('the configuration', () => {
  const defaults = Object.fromEntries(FIELDS.map(([, field, initial]) => [field, initial]));

  test('requires no variable, ignores unknown variables, and treats an empty variable as unset', () => {
    expect(comparable(readConfig({}))).toEqual(defaults);
    expect(comparable(readConfig({ NODE_ENV: 'test', npm_config_port: '1' }))).toEqual(defaults);
    expect(comparable(readConfig(Object.fromEntries(VARIABLES.map((name) => [name, '']))))).toEqual(defaults);
  });

  test('has every variable, with its default, in .env.example', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8'));
    expect(Object.keys(example).toSorted()).toEqual(VARIABLES.toSorted());
    expect(comparable(readConfig(example))).toEqual(defaults);
  });

  test('reads every variable', () => {
    const others = ['ADMIN_PORT', 'DATABASE_URL_FILE']; // The second has tests of its own.
    expect([...FIELDS.map(([name]) => name), ...others].toSorted()).toEqual(VARIABLES.toSorted());
    const environment = Object.fromEntries(FIELDS.map(([name, , , text]) => [name, text]));
    expect(comparable(readConfig({ ...environment, ADMIN_PORT: '9090' }))).toEqual({
      ...Object.fromEntries(FIELDS.map(([, field, , , value]) => [field, value])),
      admin: { host: '::1', port: 9090 },
    });
  });

  test.each(Object.entries(ACCEPTED))('accepts further values of %s', (name, texts) => {
    for (const text of texts) expect(errorsOf({ [name]: text })).toEqual([]);
  });

  test.each(Object.entries(REFUSED))('refuses wrong values of %s', (name, [rule, ...texts]) => {
    for (const text of texts) {
      const [fault, ...others] = errorsOf({ [name]: text });
      for (const words of [`${name} is "${text.replace(/[?#]x$/, '…')}"; `, rule]) expect(fault).toContain(words);
      expect(others).toEqual([]);
    }
  });

  test('reports all faults at once, with one line for each variable', () => {
    const environment = Object.fromEntries(Object.entries(REFUSED).map(([name, [, text]]) => [name, text]));
    const named = errorsOf(environment).map((line) => line.split(' ', 1)[0] ?? '');
    expect(named.toSorted()).toEqual(Object.keys(REFUSED).toSorted());
  });

  test('reports a SHUTDOWN_DELAY that is not shorter than SHUTDOWN_TIMEOUT', () => {
    expect(errorsOf({ RATE_LIMIT: 'x', SHUTDOWN_DELAY: '10s' })).toEqual([
      expect.stringMatching(/^RATE_LIMIT/),
      expect.stringMatching(/^SHUTDOWN_DELAY .*10s.* SHUTDOWN_TIMEOUT/),
    ]);
    expect(errorsOf({ SHUTDOWN_DELAY: '10s', SHUTDOWN_TIMEOUT: '15s' })).toEqual([]);
  });

  test('refuses white space around an address, and control characters in it, which a URL ignores and a file does not', () => {
    for (const url of ['sqlite:./data/a ', ' memory:', 'sqlite: ./a', 'memory:\r', 'mysql://keeper:hunter2@db/a\nb']) {
      expect(errorsOf({ DATABASE_URL: url })).toEqual([
        expect.stringMatching(/^DATABASE_URL (?!.*hunter2).*white space, .*control character/),
      ]);
    }
    for (const name of ['HOST', 'ADMIN_HOST', 'PUBLIC_BASE_URL', 'STAGING_BASE_URL']) {
      const [shownFault] = errorsOf({ [name]: 'https://animals.example/v1\r' });
      expect(shownFault).toContain(`${name} is "https://animals.example/v1\\r"; `);
      expect(shownFault).toContain('white space');
    }
  });

  test('names the quotation marks around a value, which docker run --env-file keeps, and does not repeat the value', () => {
    for (const name of VARIABLES) {
      for (const text of ['"hunter2"', "'hunter2'", '""']) {
        expect(errorsOf({ [name]: text })).toEqual([
          expect.stringMatching(`^${name} has quotation marks(?!.*hunter2)`),
        ]);
      }
    }
  });

  test('shows an invalid value in one line of bounded length, without the user, the password and the query of a URL', () => {
    expect(errorsOf({ LOG_LEVEL: 'loud\nfatal' }).join()).toMatch(/^LOG_LEVEL is "loud\\nfatal"; /);
    expect(errorsOf({ LOG_LEVEL: 'x'.repeat(1000) }).join()).toMatch(/^LOG_LEVEL is "x{80}…"; /);
    for (const url of ['https://jane:hunter2@animals.example/v1', 'https://animals.example/v1?key=hunter2']) {
      const fault = errorsOf({ PUBLIC_BASE_URL: url }).join();
      expect(fault).toContain('animals.example/v1');
      expect(fault).not.toContain('hunter2');
    }
  });
});

test.each([
  [{}, false],
  [{ PUBLIC_BASE_URL: 'HTTPS://animals.example/v1' }, true],
  [{ PUBLIC_BASE_URL: 'http://animals.example/v1' }, false],
  [{ PUBLIC_BASE_URL: 'https://animals.example/v1', COOKIE_SECURE: 'false' }, false],
  [{ COOKIE_SECURE: 'true' }, true],
])('with %j the cookies are secure: %p', (environment, secure) => {
  expect(readConfig(environment).cookieSecure).toBe(secure);
});

test.each([
  [{ HOST: '127.1.2.3' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'LOCALHOST' }, true],
  [{ TRUST_PROXY: '1' }, false],
  [{ PUBLIC_BASE_URL: 'http://localhost/v1' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '10.0.0.1' }, false],
  [{ HOST: '127.example' }, false],
  [{ HOST: '1127.0.0.1' }, false],
])('SIGN_UP is open by default unless others may reach the service: with %j it is %p', (environment, isOpen) => {
  expect(readConfig(environment).signUpOpen).toBe(isOpen);
  expect(readConfig({ ...environment, SIGN_UP: isOpen ? 'closed' : 'open' }).signUpOpen).toBe(!isOpen);
});

describe('DATABASE_URL_FILE', () => {
  const file = join(newFolder(), 'database-url');
  const faultOf = (content: string) => {
    writeFileSync(file, content);
    return errorsOf({ DATABASE_URL_FILE: file });
  };

  test('names a file with the URL, and white space around the URL is ignored', () => {
    writeFileSync(file, '\n mysql://keeper:p%40ss@db.example/animals\r\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).storage.location).toBe('db.example:3306/animals');
    expect(readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: '' }).storage.location).toBe('db.example:3306/animals');
  });

  test('is refused together with DATABASE_URL', () => {
    writeFileSync(file, 'memory:');
    expect(errorsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'memory:' })).toEqual([
      expect.stringMatching(/^DATABASE_URL and DATABASE_URL_FILE /),
    ]);
  });

  test('is refused if the file does not contain a URL, without repeating its content', () => {
    for (const content of ['hunter2', ' \n', 'none://keeper:hunter2@db/animals']) {
      expect(faultOf(content)).toEqual([expect.stringMatching(/ DATABASE_URL_FILE (?!.*hunter2).*must be memory:/)]);
    }
    expect(faultOf('"memory:"')).toEqual([expect.stringMatching(/ DATABASE_URL_FILE .*quotation marks/)]);
    expect(faultOf('x'.repeat(2 ** 20 + 1))).toEqual([expect.stringContaining('1 MiB')]);
  });

  test('is refused if the file has several lines, which are not joined', () => {
    expect(faultOf('mysql://keeper:hunter2@db/animals\nmysql://keeper:hunter2@db/others\n')).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE (?!.*hunter2).*one line/),
    ]);
  });

  test.each([
    ['/nonexistent/database-url', 'ENOENT'],
    ['/dev/zero', 'regular file'],
    ['/tmp', 'regular file'],
  ])('is refused if %s cannot be read', (path, reason) => {
    const fault: unknown = expect.stringMatching(`^DATABASE_URL_FILE is "${path}"; .*${reason}`);
    expect(errorsOf({ DATABASE_URL_FILE: path })).toEqual([fault]);
  });
});
