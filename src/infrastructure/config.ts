import { InvalidStorageUrl } from '../adapters/outbound/storage.js';
import { DEFAULT_STORAGE_URL, parseStorageUrl } from '../adapters/outbound/storage-url.js';
import { faultOfQuotationMarks } from '../adapters/support/quotation-marks.js';
import * as parse from './config-values.js';

/** An error with one line for each fault of the configuration. It contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

class Variables {
  readonly faults: string[] = [];
  readonly names = new Set<string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /**
   * Reads a variable; an empty one counts as unset. A fault is recorded, and the variable is then treated as unset.
   * @param subject what the message about the URL of a storage names
   */
  read<T>(name: string, parser: parse.Parser<T>, subject = name): T | undefined {
    this.names.add(name);
    const text = this.environment[name] ?? '';
    if (text === '') return undefined;
    const quotationMarks = faultOfQuotationMarks(text);
    if (quotationMarks !== undefined) {
      this.faults.push(`${name} ${quotationMarks}`);
      return undefined;
    }
    try {
      return parser(text);
    } catch (error) {
      // The URL of a storage may contain a password, which no message may show.
      if (error instanceof InvalidStorageUrl) this.faults.push(`${subject} ${error.message}`);
      else if (error instanceof parse.InvalidValue) {
        this.faults.push(`${name} is ${parse.quote(text)}; it ${error.message}`);
      } else throw error;
      return undefined;
    }
  }

  /** Reads a variable that holds a secret, or the file that the variable with the suffix _FILE names. */
  readSecret<T>(name: string, parser: parse.Parser<T>): T | undefined {
    const variable = `${name}_FILE`;
    const direct = this.read(name, parser);
    const parseFile = (path: string) => parser(parse.contentOfFile(path));
    const inFile = this.read(variable, parseFile, `The content of the file that ${variable} names`);
    if (direct !== undefined && inFile !== undefined) {
      this.faults.push(`${name} and ${variable} are both set; keep one of them`);
    }
    return direct ?? inFile;
  }
}

export type Config = Readonly<ReturnType<typeof configOf>>;

/** @throws ConfigError with all faults */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const variables = new Variables(environment);
  const config = Object.freeze(configOf(variables));
  const { faults } = variables;
  const { shutdownDelay, shutdownTimeout } = config;
  if (shutdownDelay >= shutdownTimeout) {
    const fault = `it must be shorter than SHUTDOWN_TIMEOUT, which is ${shutdownTimeout / 1000}s and includes it`;
    faults.push(`SHUTDOWN_DELAY is ${shutdownDelay / 1000}s; ${fault}`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

export function variableNames(): readonly string[] {
  const variables = new Variables({});
  configOf(variables);
  return [...variables.names];
}

/** Reads the variables that docs/configuration.md and .env.example explain. Durations are in milliseconds. */
function configOf(variables: Variables) {
  const host = variables.read('HOST', parse.listeningAddress) ?? '127.0.0.1';
  const publicBaseUrl = variables.read('PUBLIC_BASE_URL', parse.baseUrl);
  const trustProxy = variables.read('TRUST_PROXY', parse.wholeNumber(0, 10)) ?? 0;
  const isLoopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);
  // A proxy on this machine may make a loopback address public.
  const isPrivate = isLoopback && trustProxy === 0 && publicBaseUrl === undefined;
  const adminHost = variables.read('ADMIN_HOST', parse.listeningAddress) ?? '127.0.0.1';
  const adminPort = variables.read('ADMIN_PORT', parse.wholeNumber(0, 65_535));
  return {
    host,
    port: variables.read('PORT', parse.wholeNumber(0, 65_535)) ?? 8080,
    storage: variables.readSecret('DATABASE_URL', parseStorageUrl) ?? parseStorageUrl(DEFAULT_STORAGE_URL),
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
    /** The default is `pretty` when standard output is a terminal, and `json` otherwise. */
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

export function isRunByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined;
}

/**
 * Returns the command for messages. Under npm it begins with npx, which finds the program in node_modules. Elsewhere
 * ANIMAL_STORE_COMMAND names it, which the image sets to what works outside of the container.
 */
export function commandName(): string {
  return isRunByNpm() ? 'npx animal-store' : (process.env.ANIMAL_STORE_COMMAND ?? 'animal-store');
}
