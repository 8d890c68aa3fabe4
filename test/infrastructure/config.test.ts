import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError, LOG_LEVELS, readConfig, VARIABLES, type Config } from '../../src/infrastructure/config.js';

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

function storageOf(url: string): Config['storage'] {
  return readConfig({ DATABASE_URL: url }).storage;
}

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 8080,
  storage: { kind: 'sqlite', path: './data/animal-store.sqlite' },
  migrateOnStart: true,
  publicBaseUrl: undefined,
  stagingBaseUrl: undefined,
  logLevel: 'info',
  workers: 1,
};

describe('the configuration', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toEqual(DEFAULTS);
  });

  test('takes a variable that is set to nothing for one that is not set', () => {
    expect(readConfig(Object.fromEntries(VARIABLES.map((name) => [name, ''])))).toEqual(DEFAULTS);
  });

  test('looks at no other variable', () => {
    expect(readConfig({ NODE_ENV: 'test', DATABASE: 'mysql:', port: 'x', npm_config_port: '1' })).toEqual(DEFAULTS);
  });

  test('reads every variable', () => {
    expect(
      readConfig({
        HOST: '::',
        PORT: '0',
        DATABASE_URL: 'mysql://keeper:secret@db.example:3307/animals',
        DATABASE_POOL_SIZE: '25',
        MIGRATE_ON_START: 'false',
        PUBLIC_BASE_URL: 'https://animals.example/v1',
        STAGING_BASE_URL: 'http://localhost:8081/store/v1',
        LOG_LEVEL: 'warn',
        WEB_CONCURRENCY: '4',
      }),
    ).toEqual({
      host: '::',
      port: 0,
      storage: {
        kind: 'mysql',
        host: 'db.example',
        port: 3307,
        user: 'keeper',
        password: 'secret',
        database: 'animals',
        poolSize: 25,
      },
      migrateOnStart: false,
      publicBaseUrl: 'https://animals.example/v1',
      stagingBaseUrl: 'http://localhost:8081/store/v1',
      logLevel: 'warn',
      workers: 4,
    });
  });

  test('is frozen, to the last part of it', () => {
    const config = readConfig({ DATABASE_URL: 'mysql://u:p@h/d?ssl-mode=REQUIRED' });
    const { storage } = config;
    const parts = [config, storage, 'tls' in storage && storage.tls, readConfig({}).storage, storageOf('memory:')];
    expect(parts.map((part) => typeof part === 'object' && Object.isFrozen(part))).toEqual(parts.map(() => true));
  });

  test('reports every fault at once, one line a variable', () => {
    expect(
      faultsOf({
        PORT: 'http',
        DATABASE_URL: 'postgres://h/d',
        DATABASE_POOL_SIZE: '0',
        MIGRATE_ON_START: 'yes',
        PUBLIC_BASE_URL: 'animals.example/v1',
        STAGING_BASE_URL: 'https://animals.example/v2',
        LOG_LEVEL: 'loud',
      }),
    ).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'DATABASE_URL must be memory:, sqlite:PATH or mysql://user:password@host:port/database',
      'DATABASE_POOL_SIZE must be a whole number from 1 to 1000',
      'MIGRATE_ON_START must be one of true, false',
      'PUBLIC_BASE_URL must be an http or https URL that ends with /v1, such as https://animals.example/v1',
      'STAGING_BASE_URL must be an http or https URL that ends with /v1, such as https://animals.example/v1',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
  });

  test.each(['0', '1', '65535'])('takes port %s', (port) => {
    expect(readConfig({ PORT: port }).port).toBe(Number(port));
  });

  test.each(['65536', '-1', '+1', '80.5', '1e3', '0x50', ' 80', '80 ', 'eighty'])('refuses port %p', (port) => {
    expect(faultsOf({ PORT: port })).toEqual([expect.stringMatching(/^PORT /)]);
  });

  test.each(['1', '1000'])('takes a pool of %s', (size) => {
    expect(readConfig({ DATABASE_URL: 'mysql://u@h/d', DATABASE_POOL_SIZE: size }).storage).toMatchObject({
      poolSize: Number(size),
    });
  });

  test.each(['0', '1001', '2.5', 'ten'])('refuses a pool of %s', (size) => {
    expect(faultsOf({ DATABASE_POOL_SIZE: size })).toEqual([expect.stringMatching(/^DATABASE_POOL_SIZE /)]);
  });

  test.each(['TRUE', '1', 'on', 'no'])('refuses MIGRATE_ON_START=%s', (value) => {
    expect(faultsOf({ MIGRATE_ON_START: value })).toEqual([expect.stringMatching(/^MIGRATE_ON_START /)]);
  });

  test.each(LOG_LEVELS)('takes the log level %s', (level) => {
    expect(readConfig({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  test('refuses a log level in another case', () => {
    expect(faultsOf({ LOG_LEVEL: 'INFO' })).toHaveLength(1);
  });

  test.each([
    'animals.example/v1',
    '/v1',
    'ftp://animals.example/v1',
    'https://animals.example',
    'https://animals.example/v1/',
    'https://animals.example/v10',
    'https://v1',
    'https://animals.example/v1?x',
    'https://animals.example/v1#x',
    'https://jane:secret@animals.example/v1',
  ])('refuses the base address %s', (url) => {
    for (const name of ['PUBLIC_BASE_URL', 'STAGING_BASE_URL']) {
      expect(faultsOf({ [name]: url })).toEqual([expect.stringMatching(`^${name} must be`)]);
    }
  });
});

describe('DATABASE_URL', () => {
  test('names memory', () => {
    expect(storageOf('memory:')).toEqual({ kind: 'memory' });
  });

  test.each(['/var/lib/store.sqlite', 'store.sqlite', 'a folder/büro%20.sqlite'])(
    'names the SQLite file %s',
    (path) => {
      expect(storageOf(`sqlite:${path}`)).toEqual({ kind: 'sqlite', path });
    },
  );

  test('takes the port that MySQL has by custom, and a user without a password', () => {
    expect(storageOf('mysql://keeper@db/animals')).toEqual({
      kind: 'mysql',
      host: 'db',
      port: 3306,
      user: 'keeper',
      password: '',
      database: 'animals',
      poolSize: 10,
    });
  });

  test('reads percent escapes in the user, the password and the database', () => {
    expect(storageOf('mysql://kee%40per:p%40ss%2Fw%3Frd%23%25%20%C3%A9@db/ani%2Dmals')).toMatchObject({
      user: 'kee@per',
      password: 'p@ss/w?rd#% é',
      database: 'ani-mals',
    });
  });

  test('takes an IPv6 address', () => {
    expect(storageOf('mysql://u:p@[2001:db8::7]:3307/d')).toMatchObject({ host: '2001:db8::7', port: 3307 });
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
    'mariadb://u:p@h/d',
    'nonsense',
  ])('refuses %s', (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must be memory:, sqlite:PATH or mysql://user:password@host:port/database',
    ]);
  });

  test.each([
    'mysql://keeper:hunter2',
    'mysql://keeper:hunter2@db',
    'mysql://keeper:hunter2@db:port/animals',
    'mysql://keeper:hunter2@db/animals/more',
    'mysql://keeper:hunter2#@db/animals',
    'mysql://keeper:/hunter2@db/animals',
    'mysql://keeper:p@ss/wo?hunter2@db/animals',
    'mysql://keeper:hunter2%@db/animals',
    'mysql://keeper:hunter2@db/animals?ssl-mode=hunter2',
    'mysql://keeper:hunter2@db/animals?password=hunter2',
    'mysql://keeper:hunter2@db/animals?ssl-mode=REQUIRED&ssl-ca=/hunter2',
    'postgres://keeper:hunter2@db/animals',
    'hunter2',
  ])('never tells what it holds: %s', (url) => {
    const faults = faultsOf({ DATABASE_URL: url });
    expect(faults).toHaveLength(1);
    expect(faults.join()).toMatch(/^DATABASE_URL /);
    expect(faults.join()).not.toContain('hunter2');
  });
});

describe('TLS to MySQL', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
    for (const name of ['ca', 'cert', 'key']) writeFileSync(file(`${name}.pem`), `the ${name}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function tlsOf(query: string): unknown {
    const storage = storageOf(`mysql://u:p@h/d${query}`);
    return 'tls' in storage ? storage.tls : undefined;
  }

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
  ])('refuses %s', (query, fault) => {
    expect(faultsOf({ DATABASE_URL: `mysql://u:p@h/d${query}` })).toEqual([`DATABASE_URL ${fault}`]);
  });
});

describe('WEB_CONCURRENCY', () => {
  test.each(['0', '65', '1.5', '-1', 'two'])('is not %s', (workers) => {
    expect(faultsOf({ WEB_CONCURRENCY: workers })).toEqual([expect.stringMatching(/^WEB_CONCURRENCY /)]);
  });

  test.each(['memory:', 'sqlite:animals.sqlite'])('is 1 on %s', (url) => {
    expect(faultsOf({ DATABASE_URL: url, WEB_CONCURRENCY: '2' })).toEqual([
      'WEB_CONCURRENCY above 1 needs a DATABASE_URL of MySQL',
    ]);
    expect(faultsOf({ DATABASE_URL: url, WEB_CONCURRENCY: '1' })).toEqual([]);
  });
});
