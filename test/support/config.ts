import { readConfig, variableNames, type Config } from '../../src/infrastructure/config.js';

/** Returns the configuration that tests start from. */
export function testConfig(options: Partial<Config> = {}): Config {
  const environment = { DATABASE_URL: 'memory:', PORT: '0', LOG_LEVEL: 'silent' };
  return {
    ...readConfig(environment),
    maxInFlight: 1000,
    requestDeadline: 10_000,
    signUpOpen: true,
    allowedHosts: ['*'],
    ...options,
  };
}

/** The names of all variables that the service reads from its environment. */
export const VARIABLES = variableNames();
