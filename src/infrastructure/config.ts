import { DEFAULT_STORAGE_URL } from '../adapters/outbound/storages.js';
import leven from 'leven';
import {
  anyText,
  baseUrl,
  duration,
  flag,
  hostList,
  InvalidValue,
  oneOf,
  originList,
  quote,
  rateLimit,
  storageUrl,
  wholeNumber,
  type Parser,
} from './config-values.js';

/** Every variable of the service, with its parser. docs/configuration.md and .env.example explain each. */
const PARSERS = {
  HOST: anyText,
  PORT: wholeNumber(0, 65_535),
  DATABASE_URL: storageUrl,
  DATABASE_POOL_SIZE: wholeNumber(1, 1000),
  MIGRATE_ON_START: flag,
  PUBLIC_BASE_URL: baseUrl,
  STAGING_BASE_URL: baseUrl,
  TRUST_PROXY: wholeNumber(0, 10),
  ALLOWED_HOSTS: hostList,
  CORS_ORIGINS: originList,
  COOKIE_SECURE: flag,
  SIGN_UP: oneOf(['open', 'closed']),
  MAX_KEYS_PER_ACCOUNT: wholeNumber(1, 10_000),
  RATE_LIMIT: rateLimit,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  LOG_FORMAT: oneOf(['json', 'pretty']),
  REQUEST_DEADLINE: duration(100, 600_000),
  MAX_CONNECTIONS: wholeNumber(1, 100_000),
  MAX_IN_FLIGHT: wholeNumber(1, 100_000),
  SHUTDOWN_TIMEOUT: duration(1_000, 600_000),
  SHUTDOWN_DELAY: duration(0, 600_000),
  ADMIN_HOST: anyText,
  ADMIN_PORT: wholeNumber(0, 65_535),
};

/** Variables of the previous release, with what to do instead. */
const REMOVED = {
  WEB_CONCURRENCY: 'run several processes, see docs/operations/scaling.md',
};

type Values = { readonly [Name in keyof typeof PARSERS]?: ReturnType<(typeof PARSERS)[Name]> };

/** @internal for the tests of documents */
export const VARIABLES: readonly string[] = Object.keys(PARSERS);

export type Config = Readonly<ReturnType<typeof configOf>>;

/** One line for each fault of the configuration. Contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/**
 * Reads the environment. An empty variable counts as unset.
 * @throws ConfigError with all faults
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const values: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  for (const [name, parse] of Object.entries<Parser<unknown>>(PARSERS)) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    try {
      values[name] = parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      faults.set(
        name,
        error.showsValue ? `${name} is ${quote(text)}; it ${error.message}` : `${name} ${error.message}`,
      );
    }
  }
  for (const [name, instead] of Object.entries(REMOVED)) {
    if (environment[name]) faults.set(name, `${name} was removed; ${instead}`);
  }
  for (const [given, meant] of nearMisses(environment)) {
    faults.set(given, `${quote(given)} is not a variable of the service; use ${meant}`);
  }
  const config = Object.freeze(configOf(values as Values)); // made by the parsers above
  const { shutdownDelay, shutdownTimeout } = config;
  if (shutdownDelay >= shutdownTimeout && !faults.has('SHUTDOWN_DELAY') && !faults.has('SHUTDOWN_TIMEOUT')) {
    const fault = `it must be shorter than SHUTDOWN_TIMEOUT, which is ${shutdownTimeout / 1000}s and includes it`;
    faults.set('SHUTDOWN_DELAY', `SHUTDOWN_DELAY is ${shutdownDelay / 1000}s; ${fault}`);
  }
  if (faults.size > 0) throw new ConfigError([...faults.values()]);
  return config;
}

/** Mistyped names, each with that of a variable that is not set: they would leave a default in force. */
function nearMisses(environment: NodeJS.ProcessEnv): [given: string, meant: string][] {
  const unset = VARIABLES.filter((name) => (environment[name] ?? '') === '');
  const isNear = (given: string, name: string) =>
    name.length > 5 && leven(given.toUpperCase(), name) <= (name.length < 10 ? 1 : 2);
  return Object.keys(environment)
    .filter((given) => !VARIABLES.includes(given))
    .flatMap((given) => unset.filter((name) => isNear(given, name)).map((name): [string, string] => [given, name]));
}

function configOf(values: Values) {
  const host = values.HOST ?? '127.0.0.1';
  const trustProxy = values.TRUST_PROXY ?? 0;
  const publicBaseUrl = values.PUBLIC_BASE_URL;
  // Behind a proxy, a loopback address says nothing about who can reach the service.
  const isPrivate = isLoopback(host) && trustProxy === 0 && publicBaseUrl === undefined;
  return {
    host,
    port: values.PORT ?? 8080,
    storage: values.DATABASE_URL ?? storageUrl(DEFAULT_STORAGE_URL),
    /** For a storage with connections. */
    poolSize: values.DATABASE_POOL_SIZE ?? 10,
    migrateOnStart: values.MIGRATE_ON_START ?? true,
    publicBaseUrl,
    stagingBaseUrl: values.STAGING_BASE_URL,
    /** The number of proxies in front: each appends the address of its client to X-Forwarded-For. */
    trustProxy,
    /** Hosts that requests may name in addition to the service's own, without a port; `*` accepts every host. */
    allowedHosts: values.ALLOWED_HOSTS,
    /** Origins whose scripts may call the API; `*` is every origin; absent: none but the service's own. */
    corsOrigins: values.CORS_ORIGINS,
    /** Whether browsers may send the session's cookie over TLS only. */
    cookieSecure: values.COOKIE_SECURE ?? (publicBaseUrl !== undefined && new URL(publicBaseUrl).protocol === 'https:'),
    signUpOpen: values.SIGN_UP === undefined ? isPrivate : values.SIGN_UP === 'open',
    /** The most active API keys of one account. */
    maxKeysPerAccount: values.MAX_KEYS_PER_ACCOUNT ?? 100,
    /** For each caller and process; absent: no limit. */
    rateLimit: values.RATE_LIMIT,
    logLevel: values.LOG_LEVEL ?? 'info',
    /** Absent: `pretty` when standard output is a terminal, else `json`. */
    logFormat: values.LOG_FORMAT,
    /** The most time for the work on one request, in milliseconds. */
    requestDeadline: values.REQUEST_DEADLINE ?? 5_000,
    /** The most connections at a time. */
    maxConnections: values.MAX_CONNECTIONS ?? 1000,
    /** The most requests in flight at a time. */
    maxInFlight: values.MAX_IN_FLIGHT ?? 64,
    /** From the signal to the end of the process, in milliseconds. */
    shutdownTimeout: values.SHUTDOWN_TIMEOUT ?? 10_000,
    /** The part of `shutdownTimeout` in which the service still serves and reports that it is not ready. */
    shutdownDelay: values.SHUTDOWN_DELAY ?? 0,
    /** Where metrics and health are served; absent: nowhere. */
    admin:
      values.ADMIN_PORT === undefined
        ? undefined
        : Object.freeze({ host: values.ADMIN_HOST ?? '127.0.0.1', port: values.ADMIN_PORT }),
  };
}

/** How a person calls the command line here: npm finds it in node_modules, and the image has it on the PATH. */
export function commandName(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_lifecycle_event === undefined ? 'animal-store' : 'npx animal-store';
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);
}
