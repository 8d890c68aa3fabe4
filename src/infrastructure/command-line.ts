import { readConfig, type Config } from './config.js';
import type { Composition } from './container/compose.js';
import { diagnoseDatabase } from './doctor.js';
import { addEnvFile, describeUnread } from './env-file.js';
import { exitCodeOf, explain } from './explain.js';
import { version } from './version.js';
import type { CommandContext, Finding } from '../adapters/inbound/cli/context.js';
import { visible } from '../adapters/inbound/cli/report.js';
import { write, type Output } from '../adapters/inbound/cli/output.js';
import { confirm } from '../adapters/inbound/cli/confirmation.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import { createProgram } from '../adapters/inbound/cli/program.js';
import { NoDatabase, StorageUnavailable, type StorageOptions } from '../adapters/outbound/storage.js';
import { DomainError } from '../domain/errors.js';

/**
 * Loads the container only for commands that use a database, because loading it takes most of a short command's time.
 */
async function connected<T>(
  config: Config,
  options: Pick<StorageOptions, 'create'>,
  work: (graph: Composition) => Promise<T>,
): Promise<T> {
  const { compose } = await import('./container/compose.js');
  const composition = await compose(config, options);
  const { storage, close } = composition;
  return storage
    .connect()
    .then(() => work(composition))
    .finally(close);
}

async function withDatabase(config: Config, ...[work, access]: Parameters<CommandContext['withDatabase']>) {
  await connected(config, { create: access === 'create' }, ({ services, storage }) =>
    work({ ...services, schema: storage.schema }),
  );
}

async function backup(
  { name, backup, backupTool }: Config['storage'],
  ...[file, onProgress]: Parameters<CommandContext['backup']>
): Promise<void> {
  if (backup === undefined) {
    const other = backupTool === undefined ? '' : `; use ${backupTool}, as docs/operations/README.md shows`;
    throw new DomainError('invalid', `${name} cannot be backed up with this command${other}.`);
  }
  await backup(file, onProgress);
}

function configOfDatabase(environment: NodeJS.ProcessEnv): Config {
  const config = readConfig(environment);
  const { name, isDurable } = config.storage;
  if (isDurable) return config;
  const message = `DATABASE_URL names ${name}, which no other process can reach; name another database.`;
  throw new DomainError('invalid', message);
}

async function diagnose(environment: NodeJS.ProcessEnv, onFinding: (finding: Finding) => void): Promise<void> {
  const config = readConfig(environment);
  const { name, location } = config.storage;
  onFinding({ ok: true, message: `The configuration is valid; the database is ${name}, ${location}.` });
  try {
    await connected(config, { create: false }, ({ storage }) =>
      diagnoseDatabase(storage, config.migrateOnStart, onFinding),
    );
  } catch (error) {
    const isNew = error instanceof StorageUnavailable && error.cause instanceof NoDatabase;
    if (!isNew || !config.migrateOnStart) throw error;
    const message = `There is no file ${location} yet. A start creates it: check that this is the right path.`;
    onFinding({ ok: true, note: true, message });
  }
}

export interface CommandProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly removeAllListeners: (signal: NodeJS.Signals) => unknown;
}

/**
 * Runs one command.
 * @param envFile the file with further variables, if there is one; those of the environment take precedence
 * @returns its exit code; `undefined` while the service runs, and for a command that has done its work
 */
export async function runCommand(
  parameters: readonly string[],
  commandProcess: CommandProcess,
  envFile?: string,
): Promise<number | undefined> {
  const { env, stdout, stderr } = commandProcess;
  const printNotice = (line: string) => void write(stderr, `${visible(line)}\n`).catch(() => undefined);
  try {
    const warning = envFile === undefined ? undefined : describeUnread(addEnvFile(env, envFile));
    const program = createProgram({
      version,
      serve: async () => (await import('./serve.js')).serve(warning),
      withDatabase: (...use) => withDatabase(configOfDatabase(env), ...use),
      copy: async (...stores) => (await import('./copy.js')).copyDatabase(...stores),
      backup: (...target) => backup(configOfDatabase(env).storage, ...target),
      confirm: (question) => confirm(process.stdin, (text) => process.stderr.write(text), visible(question)),
      readNewPassword: (check) => readNewPassword(process.stdin, (text) => process.stderr.write(text), check),
      diagnose: async (onFinding) => {
        // While SQLite reads a whole file, no listener is called. Without listeners, a signal ends the process at once.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) commandProcess.removeAllListeners(signal);
        if (warning !== undefined) onFinding({ ok: true, note: true, message: warning });
        await diagnose(env, onFinding);
      },
      print: (line) => write(stdout, `${visible(line)}\n`),
      printNotice,
    });
    await program.parseAsync(parameters, { from: 'user' });
    return undefined;
  } catch (error) {
    // Only the program's own messages have several lines.
    const lines = error instanceof DomainError ? [explain(error)] : explain(error).split('\n');
    lines.forEach(printNotice);
    return exitCodeOf(error);
  }
}
