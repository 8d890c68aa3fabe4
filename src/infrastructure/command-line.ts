import { ConfigError, readConfig, type Config } from './config.js';
import type { Composition } from './container/compose.js';
import { exitCodeOf, explain } from './explain.js';
import { version } from './version.js';
import { REACH } from '../adapters/inbound/cli/commands/doctor.js';
import type { Operations } from '../adapters/inbound/cli/context.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import { createProgram } from '../adapters/inbound/cli/program.js';
import { DomainError } from '../domain/errors.js';
import type { Finding } from '../domain/ports/store.js';

// Each command imports what only it needs: loading takes most of a short command's time.

async function connected<T>(config: Config, create: boolean, work: (graph: Composition) => Promise<T>): Promise<T> {
  const { compose } = await import('./container/compose.js');
  const composition = await compose(config, { create });
  try {
    await composition.storage.connect();
    return await work(composition);
  } finally {
    await composition.close();
  }
}

async function withStore(work: (operations: Operations) => Promise<void>, create: boolean): Promise<void> {
  const config = readConfig();
  if (config.storage.reach === 'process') {
    const message = `DATABASE_URL names ${config.storage.name}, which no other process can reach; name another store.`;
    throw new DomainError('invalid', message);
  }
  await connected(config, create, ({ services }) => work(services));
}

async function diagnose(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'See .env.example for what each variable may be.';
    return error.faults.map((fault) => ({ check: 'configuration', ok: false, says: `${fault}.`, fix }));
  }
  const { name, location, reach } = config.storage;
  const configuration = { check: 'configuration', ok: true, says: `Valid; the store is ${name}, ${location}.` };
  if (reach === 'process') return [configuration];
  try {
    const findings = await connected(config, false, ({ storage }) => storage.diagnose());
    return [configuration, { check: REACH, ok: true, says: `${name} answers: ${location}.` }, ...findings];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fix =
      'Check that the store exists and runs in a supported version, and that DATABASE_URL names it and a user with access.';
    return [configuration, { check: REACH, ok: false, says: `${name}, ${location}: ${explain(error)}`, fix }];
  }
}

function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  await createProgram({
    version,
    serve: async () => (await import('./serve.js')).serve(),
    withStore,
    copy: async (...parameters) => (await import('../adapters/outbound/copy.js')).copy(...parameters),
    readNewPassword: () => readNewPassword(process.stdin, (text) => process.stderr.write(text)),
    diagnose,
    print: (line) => process.stdout.write(`${line}\n`),
    remark,
  }).parseAsync();
} catch (error) {
  remark(explain(error));
  process.exitCode = exitCodeOf(error);
}
