import { existsSync } from 'node:fs';
import { ConfigError, readConfig, type Config } from './config.js';
import type { Composition } from './container/compose.js';
import { exitCodeOf, explain } from './explain.js';
import { version } from './version.js';
import { visible } from '../adapters/inbound/cli/context.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import { createProgram } from '../adapters/inbound/cli/program.js';
import { REACHABILITY } from '../adapters/inbound/cli/store.js';
import { DomainError } from '../domain/errors.js';
import type { Finding, OnBackupProgress } from '../domain/ports/store.js';

/** Loads the container only for commands that use a store, because loading it takes most of a short command's time. */
async function composed<T>(config: Config, create: boolean, work: (graph: Composition) => Promise<T>): Promise<T> {
  const { compose } = await import('./container/compose.js');
  const composition = await compose(config, { create });
  return work(composition).finally(composition.close);
}

function connected<T>(config: Config, create: boolean, work: (graph: Composition) => Promise<T>): Promise<T> {
  return composed(config, create, (composition) => composition.storage.connect().then(() => work(composition)));
}

async function backup({ name, backup, backupTool }: Config['storage'], file: string, onProgress: OnBackupProgress) {
  if (backup === undefined) {
    const advice = `${name} cannot be backed up with this command; use ${backupTool}, as docs/operations/README.md shows.`;
    throw new DomainError('invalid', advice);
  }
  await backup(file, onProgress);
}

function configOfStore(environment: NodeJS.ProcessEnv): Config {
  const config = readConfig(environment);
  const { name, scope } = config.storage;
  if (scope !== 'process') return config;
  const message = `DATABASE_URL names ${name}, which no other process can reach; name another store.`;
  throw new DomainError('invalid', message);
}

async function diagnose(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'See .env.example for the values of each variable.';
    return error.faults.map((fault) => ({ check: 'configuration', ok: false, message: `${fault}.`, fix }));
  }
  const { name, location, scope } = config.storage;
  const configuration = {
    check: 'configuration',
    ok: true,
    message: `Every variable is valid; the store is ${name}, ${location}.`,
  };
  if (scope === 'process') return [configuration];
  try {
    const findings = await connected(config, false, async ({ storage }) => (await storage.diagnose?.()) ?? []);
    return [configuration, { check: REACHABILITY, ok: true, message: `${name} answers: ${location}.` }, ...findings];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fix =
      'Check that the store exists and runs in a supported version, and that DATABASE_URL names it and a user with access.';
    return [configuration, { check: REACHABILITY, ok: false, message: `${name}, ${location}: ${explain(error)}`, fix }];
  }
}

export interface CommandProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Adds the variables of the file .env to `env`. Variables that `env` already has take precedence. */
  loadEnvFile?(): void;
}

/**
 * Runs one command.
 * @returns its exit code; `undefined` while the service runs, and for a command that has done its work
 */
export async function runCommand(parameters: readonly string[], runner: CommandProcess): Promise<number | undefined> {
  const { env, stdout, stderr } = runner;
  const remark = (line: string) => void stderr.write(`${visible(line)}\n`);
  try {
    if (existsSync('.env')) runner.loadEnvFile?.();
    const program = createProgram({
      version,
      serve: async () => (await import('./serve.js')).serve(),
      withStore: (work, create) => connected(configOfStore(env), create, ({ services }) => work(services)),
      copy: (...stores) => composed(readConfig(env), false, ({ services }) => services.copyStore.execute(...stores)),
      backup: (file, onProgress) => backup(configOfStore(env).storage, file, onProgress),
      readNewPassword: (check) => readNewPassword(process.stdin, (text) => process.stderr.write(text), check),
      diagnose: () => diagnose(env),
      print: (line) => stdout.write(`${visible(line)}\n`),
      remark,
    });
    await program.parseAsync(parameters, { from: 'user' });
    return undefined;
  } catch (error) {
    // Only the program's own messages have several lines.
    const lines = error instanceof DomainError ? [explain(error)] : explain(error).split('\n');
    lines.forEach(remark);
    return exitCodeOf(error);
  }
}
