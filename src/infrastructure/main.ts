#!/usr/bin/env node
import { constants } from 'node:os';
import { ConfigError, readConfig, type Config } from './config.js';
import { typeormStorage, wire } from './container.js';
import { createLogger } from './logging.js';
import { callableUrl } from './server.js';
import { startService } from './service.js';
import { version } from './version.js';
import { isWorker, superviseWorkers } from './workers.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import { createProgram, REACH, type Finding, type Operations } from '../adapters/inbound/cli/program.js';
import { Database } from '../adapters/outbound/typeorm/database.js';
import { diagnose } from '../adapters/outbound/typeorm/diagnosis.js';
import { DomainError } from '../domain/errors.js';

/** Exit codes: those of sysexits.h, and 1 where the service refused what was asked. */
const EXIT = { refused: 1, unavailable: 69, software: 70, configuration: 78 } as const;

async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && !isWorker) {
    process.exitCode = await superviseWorkers(config.workers, [EXIT.configuration, EXIT.software], logger);
    return;
  }
  const starting = startService(config, logger, showFirstKey);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(128 + constants.signals[signal]); // as a shell tells of a program that a signal ended
    isStopping = true;
    // A start that fails is told of below. What a store that hangs has left open must not keep the process.
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(),
        () => undefined,
      );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // A terminal sends it to every process, and it is the first one's to pass on.
  if (isWorker) process.removeAllListeners('SIGINT').on('SIGINT', () => undefined);
  try {
    await starting;
  } finally {
    process.channel?.unref(); // else a worker would stay for the sake of its wire to the first process
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function showFirstKey(key: string, url: string): void {
  const base = `${callableUrl(url)}/v1`;
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  remark(`
An account, owner@localhost, was made, and an API key for it. The key is shown this once:

  ${key}

Add an animal, then list what is there:

  curl ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${base}/pets
  curl ${authorization} ${base}/pets
`);
}

async function withStore(work: (operations: Operations) => Promise<void>): Promise<void> {
  const { storage }: Config = readConfig();
  if (storage.kind === 'memory') {
    throw new DomainError('invalid', 'DATABASE_URL is memory:, which no other process can reach; name a real store.');
  }
  const database = new Database(storage);
  try {
    await database.connect();
    await work(wire(typeormStorage(database)));
  } finally {
    await database.close();
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
