import { ConfigError, readConfig, type Config } from './config.js';
import { EXIT } from './exit-codes.js';
import { version } from './version.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import { createProgram, REACH, type Operations } from '../adapters/inbound/cli/program.js';
import { DomainError } from '../domain/errors.js';
import type { Finding } from '../domain/ports/finding.js';

// What only one command needs is loaded by that command: loading is most of what a short one costs.

async function serve(): Promise<void> {
  const { serve } = await import('./serve.js');
  await serve();
}

async function withStore(work: (operations: Operations) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (config.storage.kind === 'memory') {
    throw new DomainError('invalid', 'DATABASE_URL is memory:, which no other process can reach; name a real store.');
  }
  const { compose } = await import('./container.js');
  const { storage, services, close } = await compose(config);
  try {
    await storage.connect();
    await work(services);
  } finally {
    await close();
  }
}

async function findFaults(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'See .env.example for what each variable may be.';
    return error.faults.map((fault) => ({ check: 'configuration', ok: false, says: `${fault}.`, fix }));
  }
  const configuration = { check: 'configuration', ok: true, says: `Valid; the store is ${config.storage.kind}.` };
  if (config.storage.kind === 'memory') return [configuration];
  const [{ Database }, { diagnose }] = await Promise.all([
    import('../adapters/outbound/typeorm/database.js'),
    import('../adapters/outbound/typeorm/diagnosis.js'),
  ]);
  const database = new Database(config.storage);
  try {
    await database.connect();
    const reached = { check: REACH, ok: true, says: 'The store answers.' };
    return [configuration, reached, ...(await diagnose(database, Date.now))];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fix = 'See that the store runs, and that DATABASE_URL names it and a user whom it lets in.';
    return [configuration, { check: REACH, ok: false, says: explain(error), fix }];
  } finally {
    await database.close();
  }
}

function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What an operator needs to know: of a store that is away also what kept us from it, of a bug everything. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof DomainError)) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message} (${reason(error.cause)})` : error.message;
}

// Where a name has several addresses, Node's error has a code and no message.
function reason(cause: Error): string {
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  if (error instanceof DomainError) return error.code === 'unavailable' ? EXIT.unavailable : EXIT.refused;
  return EXIT.software;
}

try {
  await createProgram({
    version,
    serve,
    withStore,
    readNewPassword: () => readNewPassword(process.stdin, (text) => process.stderr.write(text)),
    diagnose: findFaults,
    print: (line) => process.stdout.write(`${line}\n`),
    remark,
  }).parseAsync();
} catch (error) {
  remark(explain(error));
  process.exitCode = exitCodeOf(error);
}
