import { ConfigError, readConfig, type Config } from './config.js';
import { compose } from './container.js';
import { explain } from './explain.js';
import { REACH } from '../adapters/inbound/cli/commands/doctor.js';
import { DomainError } from '../domain/errors.js';
import type { Finding } from '../domain/ports/store.js';

/** Checks the configuration and, if that is valid, the store. Changes nothing. */
export async function diagnose(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'See .env.example for what each variable may be.';
    return error.faults.map((fault) => ({ check: 'configuration', ok: false, says: `${fault}.`, fix }));
  }
  const { name, location } = config.storage;
  const configuration = { check: 'configuration', ok: true, says: `Valid; the store is ${name}, ${location}.` };
  return [configuration, ...(config.storage.reach === 'process' ? [] : await diagnoseStore(config))];
}

async function diagnoseStore(config: Config): Promise<Finding[]> {
  const { name, location } = config.storage;
  const { storage, close } = await compose(config, {}, false);
  try {
    await storage.connect();
    return [{ check: REACH, ok: true, says: `${name} answers: ${location}.` }, ...(await storage.diagnose())];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fix =
      'Check that the store exists and runs in a supported version, and that DATABASE_URL names it and a user with access.';
    return [{ check: REACH, ok: false, says: `${name}, ${location}: ${explain(error)}`, fix }];
  } finally {
    await close();
  }
}
