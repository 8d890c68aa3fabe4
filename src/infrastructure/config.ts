import leven from 'leven';
import { InvalidStorageUrl } from '../adapters/outbound/storage.js';
import { DEFAULT_STORAGE_URL, parseStorageUrl } from '../adapters/outbound/storages.js';
import * as parse from './config-values.js';

/** One line for each fault of the configuration. Contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

class Variables {
  readonly names: string[] = [];
  readonly faults = new Map<string, string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** An empty variable counts as unset. A fault is noted, and the variable treated as unset. */
  read<T>(name: string, parser: parse.Parser<T>): T | undefined {
    this.names.push(name);
    const text = this.environment[name] ?? '';
    if (text === '') return undefined;
    try {
      return parser(text);
    } catch (error) {
      const isUrl = error instanceof InvalidStorageUrl; // it may contain a password, which no message may show
      if (!isUrl && !(error instanceof parse.InvalidValue)) throw error;
      const fault = isUrl ? error.message : `is ${parse.quote(text)}; it ${error.message}`;
      this.faults.set(name, `${name} ${fault}`);
      return undefined;
    }
  }
}

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Reads the environment. @throws ConfigError with all faults */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const variables = new Variables(environment);
  const config = Object.freeze(configOf(variables));
  const { faults } = variables;
  if (environment.WEB_CONCURRENCY) {
    const fault = 'WEB_CONCURRENCY was removed; run several processes, see docs/operations/scaling.md';
    faults.set('WEB_CONCURRENCY', fault); // of the previous release
  }
  for (const [given, meant] of nearMisses(environment, variables.names)) {
    faults.set(given, `${parse.quote(given)} is not a variable of the service; use ${meant}`);
  }
  const { shutdownDelay, shutdownTimeout } = config;
  if (shutdownDelay >= shutdownTimeout && !faults.has('SHUTDOWN_DELAY') && !faults.has('SHUTDOWN_TIMEOUT')) {
    const fault = `it must be shorter than SHUTDOWN_TIMEOUT, which is ${shutdownTimeout / 1000}s and includes it`;
    faults.set('SHUTDOWN_DELAY', `SHUTDOWN_DELAY is ${shutdownDelay / 1000}s; ${fault}`);
  }
  if (faults.size > 0) throw new ConfigError([...faults.values()]);
  return config;
}

/** Mistyped names, each with that of a variable that is not set: they would leave a default in force. */
function nearMisses(environment: NodeJS.ProcessEnv, names: readonly string[]): [given: string, meant: string][] {
  const unset = names.filter((name) => (environment[name] ?? '') === '');
  const isNear = (given: string, name: string) =>
    name.length > 5 && leven(given.toUpperCase(), name) <= (name.length < 10 ? 1 : 2);
  return Object.keys(environment)
    .filter((given) => !names.includes(given))
    .flatMap((given) => unset.filter((name) => isNear(given, name)).map((name): [string, string] => [given, name]));
}

/** docs/configuration.md and .env.example explain each variable. Durations are in milliseconds. */
function configOf(variables: Variables) {
  const host = variables.read('HOST', parse.anyText) ?? '127.0.0.1';
  const publicBaseUrl = variables.read('PUBLIC_BASE_URL', parse.baseUrl);
  const trustProxy = variables.read('TRUST_PROXY', parse.wholeNumber(0, 10)) ?? 0;
  const isLoopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);
  // A proxy on this machine may make a loopback address public.
  const isPrivate = isLoopback && trustProxy === 0 && publicBaseUrl === undefined;
  const adminHost = variables.read('ADMIN_HOST', parse.anyText) ?? '127.0.0.1';
  const adminPort = variables.read('ADMIN_PORT', parse.wholeNumber(0, 65_535));
  return {
    host,
    port: variables.read('PORT', parse.wholeNumber(0, 65_535)) ?? 8080,
    storage: variables.read('DATABASE_URL', parseStorageUrl) ?? parseStorageUrl(DEFAULT_STORAGE_URL),
    poolSize: variables.read('DATABASE_POOL_SIZE', parse.wholeNumber(1, 1000)) ?? 10,
    migrateOnStart: variables.read('MIGRATE_ON_START', parse.flag) ?? true,
    publicBaseUrl,
    stagingBaseUrl: variables.read('STAGING_BASE_URL', parse.baseUrl),
    trustProxy,
    allowedHosts: variables.read('ALLOWED_HOSTS', parse.hostList),
    corsOrigins: variables.read('CORS_ORIGINS', parse.originList),
    cookieSecure:
      variables.read('COOKIE_SECURE', parse.flag) ?? publicBaseUrl?.toLowerCase().startsWith('https:') ?? false,
    signUpOpen:
      (variables.read('SIGN_UP', parse.oneOf(['open', 'closed'])) ?? (isPrivate ? 'open' : 'closed')) === 'open',
    maxKeysPerAccount: variables.read('MAX_KEYS_PER_ACCOUNT', parse.wholeNumber(1, 10_000)) ?? 100,
    rateLimit: variables.read('RATE_LIMIT', parse.rateLimit),
    logLevel: variables.read('LOG_LEVEL', parse.oneOf(LOG_LEVELS)) ?? 'info',
    /** Absent: `pretty` when standard output is a terminal, else `json`. */
    logFormat: variables.read('LOG_FORMAT', parse.oneOf(['json', 'pretty'])),
    requestDeadline: variables.read('REQUEST_DEADLINE', parse.duration(100, 600_000)) ?? 5_000,
    maxConnections: variables.read('MAX_CONNECTIONS', parse.wholeNumber(1, 100_000)) ?? 1000,
    maxInFlight: variables.read('MAX_IN_FLIGHT', parse.wholeNumber(1, 100_000)) ?? 64,
    shutdownTimeout: variables.read('SHUTDOWN_TIMEOUT', parse.duration(1_000, 600_000)) ?? 10_000,
    shutdownDelay: variables.read('SHUTDOWN_DELAY', parse.duration(0, 600_000)) ?? 0,
    admin: adminPort === undefined ? undefined : { host: adminHost, port: adminPort },
  };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The command in messages: with npx under npm, which finds it in node_modules; the image has it on the PATH. */
export function commandName(): string {
  return process.env.npm_lifecycle_event === undefined ? 'animal-store' : 'npx animal-store';
}
