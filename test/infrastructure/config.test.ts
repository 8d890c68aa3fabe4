import { describe, expect, test } from '@jest/globals';
import { ConfigError, LOG_LEVELS, readConfig, VARIABLES, type Config } from '../../src/infrastructure/config.js';

function errorsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

/** A storage is compared by what messages say of it: the rest is its own business. */
const comparable = ({ storage: { name, reach }, ...others }: Config) => ({ ...others, storage: `${name}, ${reach}` });

const DEFAULTS = {
  host: '127.0.0.1',
  port: 8080,
  storage: 'SQLite, machine',
  poolSize: 10,
  migrateOnStart: true,
  publicBaseUrl: undefined,
  stagingBaseUrl: undefined,
  trustProxy: 0,
  allowedHosts: undefined,
  corsOrigins: undefined,
  cookieSecure: false,
  signUpOpen: true,
  maxKeysPerAccount: 100,
  rateLimit: undefined,
  logLevel: 'info',
  logFormat: undefined,
  requestDeadline: 5000,
  maxConnections: 1000,
  maxInFlight: 64,
  shutdownTimeout: 10_000,
  shutdownDelay: 0,
  admin: undefined,
};

describe('the configuration', () => {
  test('needs nothing', () => {
    expect(comparable(readConfig({}))).toEqual(DEFAULTS);
  });

  test('takes a variable that is set to nothing for one that is not set', () => {
    expect(comparable(readConfig(Object.fromEntries(VARIABLES.map((name) => [name, '']))))).toEqual(DEFAULTS);
  });

  test('looks at no other variable', () => {
    const others = { NODE_ENV: 'test', DATABASE: 'mysql:', port: 'x', npm_config_port: '1' };
    expect(comparable(readConfig(others))).toEqual(DEFAULTS);
  });

  test('reads every variable', () => {
    const config = readConfig({
      HOST: '::',
      PORT: '0',
      DATABASE_URL: 'mysql://keeper:secret@db.example:3307/animals',
      DATABASE_POOL_SIZE: '25',
      MIGRATE_ON_START: 'false',
      PUBLIC_BASE_URL: 'https://animals.example/v1',
      STAGING_BASE_URL: 'http://localhost:8081/store/v1',
      TRUST_PROXY: '2',
      ALLOWED_HOSTS: 'animals.internal, [::1]',
      CORS_ORIGINS: 'https://shop.example, http://localhost:3000',
      COOKIE_SECURE: 'false',
      SIGN_UP: 'open',
      MAX_KEYS_PER_ACCOUNT: '7',
      RATE_LIMIT: '1000/60s',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'pretty',
      REQUEST_DEADLINE: '750ms',
      MAX_CONNECTIONS: '250',
      MAX_IN_FLIGHT: '64',
      SHUTDOWN_TIMEOUT: '1m',
      SHUTDOWN_DELAY: '5s',
      ADMIN_HOST: '::1',
      ADMIN_PORT: '9090',
    });
    expect(comparable(config)).toEqual({
      host: '::',
      port: 0,
      storage: 'MySQL, network',
      poolSize: 25,
      migrateOnStart: false,
      publicBaseUrl: 'https://animals.example/v1',
      stagingBaseUrl: 'http://localhost:8081/store/v1',
      trustProxy: 2,
      allowedHosts: ['animals.internal', '[::1]'],
      corsOrigins: ['https://shop.example', 'http://localhost:3000'],
      cookieSecure: false,
      signUpOpen: true,
      maxKeysPerAccount: 7,
      rateLimit: { requests: 1000, period: 60 },
      logLevel: 'warn',
      logFormat: 'pretty',
      requestDeadline: 750,
      maxConnections: 250,
      maxInFlight: 64,
      shutdownTimeout: 60_000,
      shutdownDelay: 5000,
      admin: { host: '::1', port: 9090 },
    });
  });

  test('is frozen', () => {
    const config = readConfig({ RATE_LIMIT: '1/1s', ADMIN_PORT: '0', ALLOWED_HOSTS: 'a,b', CORS_ORIGINS: '*' });
    const parts = [config, config.rateLimit, config.admin, config.allowedHosts, config.corsOrigins];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
  });

  test('reports all errors at once, one line a variable', () => {
    expect(
      errorsOf({
        PORT: 'http',
        DATABASE_URL: 'postgres://h/d',
        DATABASE_POOL_SIZE: '0',
        MIGRATE_ON_START: 'yes',
        PUBLIC_BASE_URL: 'animals.example/v1',
        STAGING_BASE_URL: 'https://animals.example/v2',
        TRUST_PROXY: '10.0.0.0/8',
        ALLOWED_HOSTS: 'http://animals.internal',
        CORS_ORIGINS: 'shop.example',
        COOKIE_SECURE: 'yes',
        SIGN_UP: 'true',
        MAX_KEYS_PER_ACCOUNT: '0',
        RATE_LIMIT: '1000',
        LOG_LEVEL: 'loud',
        LOG_FORMAT: 'xml',
        REQUEST_DEADLINE: '5',
        MAX_CONNECTIONS: '0',
        MAX_IN_FLIGHT: '0',
        SHUTDOWN_TIMEOUT: 'soon',
        SHUTDOWN_DELAY: '1h',
        ADMIN_PORT: 'metrics',
      }),
    ).toEqual([
      'PORT is "http"; it must be a whole number from 0 to 65535',
      'DATABASE_URL begins with postgres://; it must be memory:, sqlite:PATH or mysql://user:password@host:port/database',
      'DATABASE_POOL_SIZE is "0"; it must be a whole number from 1 to 1000',
      'MIGRATE_ON_START is "yes"; it must be one of true, false',
      'PUBLIC_BASE_URL is "animals.example/v1"; it must be an http or https URL that ends with /v1, such as https://animals.example/v1',
      'STAGING_BASE_URL is "https://animals.example/v2"; it must be an http or https URL that ends with /v1, such as https://animals.example/v1',
      'TRUST_PROXY is "10.0.0.0/8"; it must be a whole number from 0 to 10',
      'ALLOWED_HOSTS is "http://animals.internal"; it must be host names or addresses without a port, separated by commas, or *',
      'CORS_ORIGINS is "shop.example"; it must be origins such as https://shop.example, separated by commas, or *',
      'COOKIE_SECURE is "yes"; it must be one of true, false',
      'SIGN_UP is "true"; it must be one of open, closed',
      'MAX_KEYS_PER_ACCOUNT is "0"; it must be a whole number from 1 to 10000',
      'RATE_LIMIT is "1000"; it must be requests and seconds such as 1000/60s, of at most 86400s',
      'LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent',
      'LOG_FORMAT is "xml"; it must be one of json, pretty',
      'REQUEST_DEADLINE is "5"; it must be a whole number and ms, s or m, from 100ms to 10m, such as 5s',
      'MAX_CONNECTIONS is "0"; it must be a whole number from 1 to 100000',
      'MAX_IN_FLIGHT is "0"; it must be a whole number from 1 to 100000',
      'SHUTDOWN_TIMEOUT is "soon"; it must be a whole number and ms, s or m, from 1000ms to 10m, such as 5s',
      'SHUTDOWN_DELAY is "1h"; it must be a whole number and ms, s or m, from 0ms to 10m, such as 5s',
      'ADMIN_PORT is "metrics"; it must be a whole number from 0 to 65535',
    ]);
  });

  test('reports faults of single variables together with those between two, unless one of the two is wrong itself', () => {
    expect(errorsOf({ RATE_LIMIT: 'x', SHUTDOWN_DELAY: '20s' })).toEqual([
      expect.stringMatching(/^RATE_LIMIT is "x"/),
      expect.stringMatching(/^SHUTDOWN_DELAY is 20s/),
    ]);
    expect(errorsOf({ SHUTDOWN_DELAY: '20s', SHUTDOWN_TIMEOUT: 'soon' })).toEqual([
      expect.stringMatching(/^SHUTDOWN_TIMEOUT /),
    ]);
  });

  test('shows a wrong value on one line, bounded, without the user, the password and the query of a URL', () => {
    expect(errorsOf({ LOG_LEVEL: 'loud\nfatal' }).join()).toMatch(/^LOG_LEVEL is "loud\\nfatal"; /);
    expect(errorsOf({ LOG_LEVEL: 'x'.repeat(1000) }).join()).toMatch(/^LOG_LEVEL is "x{80}…"; /);
    for (const url of ['https://jane:hunter2@animals.example/v1', 'https://animals.example/v1?key=hunter2']) {
      const fault = errorsOf({ PUBLIC_BASE_URL: url }).join();
      expect(fault).toContain('animals.example/v1');
      expect(fault).not.toContain('hunter2');
    }
  });

  test.each(['*', 'https://shop.example', 'http://localhost:3000', 'http://[::1]:8000', 'https://a.example, *'])(
    'takes %s as origins',
    (text) => {
      expect(readConfig({ CORS_ORIGINS: text }).corsOrigins).toEqual(text.split(', '));
    },
  );

  test.each([
    'https://shop.example/',
    'https://Shop.example',
    'https://shop.example:443',
    'null',
    'ftp://a',
    'https://a b',
  ])('takes %s for no origin, since no browser sends it', (text) => {
    expect(() => readConfig({ CORS_ORIGINS: text })).toThrow(ConfigError);
  });

  test.each(['0', '1', '65535'])('takes port %s', (port) => {
    expect(readConfig({ PORT: port }).port).toBe(Number(port));
  });

  test.each(['65536', '-1', '+1', '80.5', '1e3', '0x50', ' 80', '80 ', 'eighty'])('refuses port %p', (port) => {
    expect(errorsOf({ PORT: port })).toEqual([expect.stringMatching(/^PORT /)]);
  });

  test.each(['1', '1000'])('takes a pool of %s', (size) => {
    expect(readConfig({ DATABASE_POOL_SIZE: size }).poolSize).toBe(Number(size));
  });

  test.each(['0', '1001', '2.5', 'ten'])('refuses a pool of %s', (size) => {
    expect(errorsOf({ DATABASE_POOL_SIZE: size })).toEqual([expect.stringMatching(/^DATABASE_POOL_SIZE /)]);
  });

  test.each(['TRUE', '1', 'on', 'no'])('refuses MIGRATE_ON_START=%s', (value) => {
    expect(errorsOf({ MIGRATE_ON_START: value })).toEqual([expect.stringMatching(/^MIGRATE_ON_START /)]);
  });

  test.each([
    ['100ms', 100],
    ['5s', 5000],
    ['10m', 600_000],
  ])('takes a deadline of %s', (text, milliseconds) => {
    expect(readConfig({ REQUEST_DEADLINE: text }).requestDeadline).toBe(milliseconds);
  });

  test.each(['99ms', '11m', '5', 's', '5 s', '5S', '1.5s', '-5s', '1e3ms', '5h'])(
    'refuses a deadline of %p',
    (text) => {
      expect(errorsOf({ REQUEST_DEADLINE: text })).toEqual([expect.stringMatching(/^REQUEST_DEADLINE /)]);
    },
  );

  test('refuses a shutdown that is delayed until after its end', () => {
    expect(errorsOf({ SHUTDOWN_DELAY: '10s' })).toEqual([
      'SHUTDOWN_DELAY is 10s; it must be shorter than SHUTDOWN_TIMEOUT, which is 10s and includes it',
    ]);
    expect(errorsOf({ SHUTDOWN_DELAY: '10s', SHUTDOWN_TIMEOUT: '15s' })).toEqual([]);
  });

  test.each(LOG_LEVELS)('takes the log level %s', (level) => {
    expect(readConfig({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  test('refuses a log level in another case', () => {
    expect(errorsOf({ LOG_LEVEL: 'INFO' })).toHaveLength(1);
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
      expect(errorsOf({ [name]: url })).toEqual([expect.stringMatching(`^${name} is ".*"; it must be`)]);
    }
  });
});

describe('COOKIE_SECURE', () => {
  test.each([
    [undefined, undefined, false],
    ['https://animals.example/v1', undefined, true],
    ['HTTPS://animals.example/v1', undefined, true],
    ['http://animals.example/v1', undefined, false],
    ['https://animals.example/v1', 'false', false],
    [undefined, 'true', true],
  ])('with the base address %s and set to %s is %p', (PUBLIC_BASE_URL, COOKIE_SECURE, secure) => {
    expect(readConfig({ PUBLIC_BASE_URL, COOKIE_SECURE }).cookieSecure).toBe(secure);
  });
});

describe('SIGN_UP', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST'])('is open on %s, unless told', (HOST) => {
    expect(readConfig({ HOST }).signUpOpen).toBe(true);
    expect(readConfig({ HOST, SIGN_UP: 'closed' }).signUpOpen).toBe(false);
  });

  test.each(['0.0.0.0', '::', '10.0.0.1', '127.example', '1127.0.0.1', 'localhost.example', 'animals.example'])(
    'is closed on %s, unless told',
    (HOST) => {
      expect(readConfig({ HOST }).signUpOpen).toBe(false);
      expect(readConfig({ HOST, SIGN_UP: 'open' }).signUpOpen).toBe(true);
    },
  );

  test.each([{ TRUST_PROXY: '1' }, { PUBLIC_BASE_URL: 'http://localhost/v1' }])(
    'is closed on loopback where others may reach it through a proxy: %p',
    (proxied) => {
      expect(readConfig(proxied).signUpOpen).toBe(false);
      expect(readConfig({ ...proxied, SIGN_UP: 'open' }).signUpOpen).toBe(true);
    },
  );
});

describe('ALLOWED_HOSTS', () => {
  test.each([
    ['*', ['*']],
    ['a.example,b.example', ['a.example', 'b.example']],
    ['192.0.2.1 , [2001:db8::1]', ['192.0.2.1', '[2001:db8::1]']],
  ])('is %p', (text, hosts) => {
    expect(readConfig({ ALLOWED_HOSTS: text }).allowedHosts).toEqual(hosts);
  });

  test.each([',', 'a.example,', 'a.example:80', 'http://a.example', '2001:db8::1', 'a b', '*.example/'])(
    'is not %p',
    (text) => {
      expect(errorsOf({ ALLOWED_HOSTS: text })).toEqual([expect.stringMatching(/^ALLOWED_HOSTS is ".*"; it must be/)]);
    },
  );
});

describe('RATE_LIMIT', () => {
  test.each([
    ['1/1s', 1, 1],
    ['1000/60s', 1000, 60],
    ['999999999/86400s', 999_999_999, 86_400],
  ])('takes %s', (value, requests, period) => {
    expect(readConfig({ RATE_LIMIT: value }).rateLimit).toEqual({ requests, period });
  });

  test.each(['1000', '0/60s', '1000/0s', '1000/60', '1000/1m', '1000/86401s', '01/1s', '1e3/60s', ' 1/1s', '-1/1s'])(
    'refuses %s',
    (value) => {
      expect(errorsOf({ RATE_LIMIT: value })).toEqual([expect.stringMatching(/^RATE_LIMIT is ".*"; it must be/)]);
    },
  );
});

describe('A name that is nearly that of a variable', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SIGNUP', 'SIGN_UP'],
    ['REQUEST_DEADLINES', 'REQUEST_DEADLINE'],
  ])('is refused, with the right one: %s', (given, meant) => {
    expect(errorsOf({ [given]: 'x' })).toEqual([`"${given}" is not a variable of the service; use ${meant}`]);
  });

  test('is left to other programs when the right one is set too', () => {
    expect(readConfig({ DATABASE_URI: 'x', DATABASE_URL: 'memory:' }).storage.name).toBe('memory');
  });

  test.each(['PATH', 'HOME', 'HOSTNAME', 'POSTS', 'DATABASE', 'npm_config_loglevel', 'MYSQL_PASSWORD'])(
    'is not %s',
    (name) => {
      expect(readConfig({ [name]: 'x' }).port).toBe(8080);
    },
  );
});

describe('DATABASE_URL', () => {
  test('refuses a NUL character', () => {
    expect(errorsOf({ DATABASE_URL: 'sqlite:a\0b' })).toEqual([expect.stringContaining('without NUL characters')]);
  });

  test.each([
    ['memory', ''],
    ['sqlite:', ''],
    ['postgres://h/d', 'begins with postgres://; it '],
  ])('refuses %s', (url, given) => {
    expect(errorsOf({ DATABASE_URL: url })).toEqual([
      `DATABASE_URL ${given}must be memory:, sqlite:PATH or mysql://user:password@host:port/database`,
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
    const errors = errorsOf({ DATABASE_URL: url });
    expect(errors).toHaveLength(1);
    expect(errors.join()).toMatch(/^DATABASE_URL /);
    expect(errors.join()).not.toContain('hunter2');
  });
});

test('a removed variable is refused with what to do instead', () => {
  expect(errorsOf({ WEB_CONCURRENCY: '1', PORT: 'x' })).toEqual([
    expect.stringMatching(/^PORT /),
    'WEB_CONCURRENCY was removed; run several processes, see docs/operations/scaling.md',
  ]);
});
