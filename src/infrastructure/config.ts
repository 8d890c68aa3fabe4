import { readFileSync } from 'node:fs';
import { cleanEnv, EnvError, makeExactValidator } from 'envalid';
import type { RateLimit } from '../adapters/inbound/http/middleware/rate-limit.js';
import type { DatabaseOptions } from '../adapters/outbound/typeorm/database.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the animals are kept. */
export type StorageOptions = { readonly kind: 'memory' } | DatabaseOptions;

export interface Config {
  /** Address and TCP port to listen on; port 0 lets the system pick one. */
  readonly host: string;
  readonly port: number;
  readonly storage: StorageOptions;
  /** Whether `serve` brings the schema up to date before it takes requests. */
  readonly migrateOnStart: boolean;
  /** Absolute URLs that end with /v1. */
  readonly publicBaseUrl: string | undefined;
  readonly stagingBaseUrl: string | undefined;
  /** How many proxies stand in front: the client is the one that the outermost of them names in X-Forwarded-For. */
  readonly trustProxy: number;
  /** Whether browsers may send the session's cookie over TLS alone. */
  readonly cookieSecure: boolean;
  /** Whether anybody may make an account. */
  readonly signUpOpen: boolean;
  /** How much one API key may ask of this process; absent: without limit. */
  readonly rateLimit: RateLimit | undefined;
  readonly logLevel: LogLevel;
  /** How long the work on one request may take, in milliseconds. */
  readonly requestDeadline: number;
  /** The most requests that are worked on at a time; more are refused at once. */
  readonly maxInFlight: number;
  /** How many active API keys an account may have. */
  readonly maxKeysPerAccount: number;
  /** From the signal to stop until the end, in milliseconds. */
  readonly shutdownTimeout: number;
  /** How long the service goes on taking requests after it said that it is not ready, in milliseconds; part of the above. */
  readonly shutdownDelay: number;
  /** Where to serve metrics and health alone; absent where nowhere. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  /** How many processes share the port, at least 1. */
  readonly workers: number;
}

/** What is wrong with the configuration, one line a fault, no secret among them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Every variable that the service knows. */
export const VARIABLES = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'MIGRATE_ON_START',
  'PUBLIC_BASE_URL',
  'STAGING_BASE_URL',
  'TRUST_PROXY',
  'COOKIE_SECURE',
  'SIGN_UP',
  'RATE_LIMIT',
  'LOG_LEVEL',
  'REQUEST_DEADLINE',
  'MAX_IN_FLIGHT',
  'MAX_KEYS_PER_ACCOUNT',
  'SHUTDOWN_TIMEOUT',
  'SHUTDOWN_DELAY',
  'ADMIN_HOST',
  'ADMIN_PORT',
  'WEB_CONCURRENCY',
] as const;

/**
 * Reads the environment. A variable that is set to nothing counts as not set.
 * @throws ConfigError with every fault at once
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const env = cleanEnv(
    set,
    {
      HOST: text({ default: '127.0.0.1' }),
      PORT: wholeNumber(0, 65_535)({ default: 8080 }),
      DATABASE_URL: storage({ default: { kind: 'sqlite', path: './data/animal-store.sqlite' } }),
      DATABASE_POOL_SIZE: wholeNumber(1, 1000)({ default: 10 }),
      MIGRATE_ON_START: oneOf(['true', 'false'])({ default: 'true' }),
      PUBLIC_BASE_URL: baseUrl({ default: undefined }),
      STAGING_BASE_URL: baseUrl({ default: undefined }),
      TRUST_PROXY: wholeNumber(0, 10)({ default: 0 }),
      COOKIE_SECURE: oneOf(['true', 'false'])({ default: undefined }),
      SIGN_UP: oneOf(['open', 'closed'])({ default: undefined }),
      RATE_LIMIT: rateLimit({ default: undefined }),
      LOG_LEVEL: oneOf(LOG_LEVELS)({ default: 'info' }),
      REQUEST_DEADLINE: duration(100, 600_000)({ default: 5_000 }),
      MAX_IN_FLIGHT: wholeNumber(1, 100_000)({ default: 64 }),
      MAX_KEYS_PER_ACCOUNT: wholeNumber(1, 10_000)({ default: 100 }),
      SHUTDOWN_TIMEOUT: duration(1_000, 600_000)({ default: 10_000 }),
      SHUTDOWN_DELAY: duration(0, 600_000)({ default: 0 }),
      ADMIN_HOST: text({ default: '127.0.0.1' }),
      ADMIN_PORT: wholeNumber(0, 65_535)({ default: undefined }),
      WEB_CONCURRENCY: wholeNumber(1, 64)({ default: 1 }),
    },
    { reporter: ({ errors }) => refuse(errors) },
  );
  const { DATABASE_URL: target, DATABASE_POOL_SIZE: poolSize, ADMIN_PORT: adminPort } = env;
  const faults: string[] = [];
  if (env.SHUTDOWN_DELAY >= env.SHUTDOWN_TIMEOUT) {
    faults.push('SHUTDOWN_DELAY must be shorter than SHUTDOWN_TIMEOUT, of which it is a part');
  }
  if (env.WEB_CONCURRENCY > 1 && target.kind !== 'mysql') {
    // Memory is each process's own, and SQLite would stop a whole process while another writes.
    faults.push('WEB_CONCURRENCY above 1 needs a DATABASE_URL of MySQL');
  }
  if (env.WEB_CONCURRENCY > 1 && adminPort !== undefined) {
    // Each process counts for itself: whoever scraped their common port would see now one, now another.
    faults.push('WEB_CONCURRENCY above 1 goes without ADMIN_PORT; run replicas of one process each to measure them');
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    storage: Object.freeze(target.kind === 'mysql' ? { ...target, poolSize } : target),
    migrateOnStart: env.MIGRATE_ON_START === 'true',
    publicBaseUrl: env.PUBLIC_BASE_URL,
    stagingBaseUrl: env.STAGING_BASE_URL,
    trustProxy: env.TRUST_PROXY,
    cookieSecure: env.COOKIE_SECURE === undefined ? isHttps(env.PUBLIC_BASE_URL) : env.COOKIE_SECURE === 'true',
    signUpOpen: env.SIGN_UP === undefined ? isLoopback(env.HOST) : env.SIGN_UP === 'open',
    rateLimit: env.RATE_LIMIT,
    logLevel: env.LOG_LEVEL,
    requestDeadline: env.REQUEST_DEADLINE,
    maxInFlight: env.MAX_IN_FLIGHT,
    maxKeysPerAccount: env.MAX_KEYS_PER_ACCOUNT,
    shutdownTimeout: env.SHUTDOWN_TIMEOUT,
    shutdownDelay: env.SHUTDOWN_DELAY,
    admin: adminPort === undefined ? undefined : Object.freeze({ host: env.ADMIN_HOST, port: adminPort }),
    workers: env.WEB_CONCURRENCY,
  });
}

function refuse(errors: Record<string, Error>): void {
  const faults = Object.entries(errors).map(([name, error]) => `${name} ${error.message}`);
  if (faults.length > 0) throw new ConfigError(faults);
}

const text = makeExactValidator<string>((value) => value);

function wholeNumber(min: number, max: number) {
  return makeExactValidator<number>((value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new EnvError(`must be a whole number from ${min} to ${max}`);
    }
    return Number(value);
  });
}

const UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** @param min in milliseconds, as is `max` */
function duration(min: number, max: number) {
  return makeExactValidator<number>((value) => {
    const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m)$/.exec(value) ?? [];
    const milliseconds = Number(amount) * (UNIT[unit] ?? NaN);
    if (!(milliseconds >= min && milliseconds <= max)) {
      throw new EnvError(`must be a whole number and ms, s or m, from ${min}ms to ${max / 60_000}m, such as 5s`);
    }
    return milliseconds;
  });
}

function oneOf<T extends string>(choices: readonly T[]) {
  return makeExactValidator<T>((value) => {
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw new EnvError(`must be one of ${choices.join(', ')}`);
    return choice;
  });
}

const baseUrl = makeExactValidator<string | undefined>((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/v1')) {
    throw new EnvError('must be an http or https URL that ends with /v1, such as https://animals.example/v1');
  }
  return value;
});

function isHttps(url: string | undefined): boolean {
  return url !== undefined && new URL(url).protocol === 'https:';
}

/** Whether nobody but this machine can reach the address. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);
}

/** The longest period of a rate limit, in seconds. */
const DAY = 86_400;

const rateLimit = makeExactValidator<RateLimit | undefined>((value) => {
  const [, requests, period] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(value) ?? [];
  if (requests === undefined || Number(period) > DAY) {
    throw new EnvError(`must be requests and seconds such as 1000/60s, of at most ${DAY}s`);
  }
  return Object.freeze({ requests: Number(requests), period: Number(period) });
});

type Target = { kind: 'memory' } | { kind: 'sqlite'; path: string } | Omit<MysqlOptions, 'poolSize'>;
type MysqlOptions = Extract<DatabaseOptions, { kind: 'mysql' }>;

const storage = makeExactValidator<Target>((value) => {
  if (value === 'memory:') return { kind: 'memory' };
  const path = /^sqlite:(.+)$/s.exec(value)?.[1];
  // SQLite's own name for a database in memory: each connection would get one of its own.
  if (path !== undefined && path !== ':memory:') return { kind: 'sqlite', path };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const database = url?.pathname.slice(1) ?? '';
  const isWhole = url?.protocol === 'mysql:' && url.hostname !== '' && url.username !== '' && url.hash === '';
  if (!isWhole || !/^[^/]+$/.test(database)) {
    throw new EnvError('must be memory:, sqlite:PATH or mysql://user:password@host:port/database');
  }
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(database),
    ...tlsOf(url.searchParams),
  };
});

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new EnvError('has a percent sign that starts no escape; write % as %25');
  }
}

/**
 * TLS, in the words of MySQL's own clients: `ssl-mode` is DISABLED (the default), REQUIRED (encrypted, to whomever),
 * VERIFY_CA or VERIFY_IDENTITY; `ssl-ca`, `ssl-cert` and `ssl-key` name PEM files.
 */
function tlsOf(parameters: URLSearchParams): Pick<MysqlOptions, 'tls'> {
  const {
    'ssl-mode': mode = 'DISABLED',
    'ssl-ca': ca,
    'ssl-cert': cert,
    'ssl-key': key,
    ...others
  } = Object.fromEntries(parameters);
  if (Object.keys(others).length > 0) {
    // Not named: after a question mark in a password that is not percent-encoded, it would be the rest of the password.
    throw new EnvError('has a parameter that is none of ssl-mode, ssl-ca, ssl-cert and ssl-key');
  }
  if (!['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'].includes(mode)) {
    throw new EnvError('needs an ssl-mode of DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY');
  }
  if (mode === 'DISABLED') {
    if (ca ?? cert ?? key) throw new EnvError('names TLS files but no ssl-mode; add ssl-mode=VERIFY_IDENTITY');
    return {};
  }
  return {
    tls: Object.freeze({
      rejectUnauthorized: mode !== 'REQUIRED',
      verifyIdentity: mode === 'VERIFY_IDENTITY',
      ...(ca && { ca: pem('ssl-ca', ca) }),
      ...(cert && { cert: pem('ssl-cert', cert) }),
      ...(key && { key: pem('ssl-key', key) }),
    }),
  };
}

function pem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new EnvError(`names a file in ${parameter} that cannot be read`);
  }
}
