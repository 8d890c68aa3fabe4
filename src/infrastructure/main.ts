#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { ConfigError, readConfig, type Config } from './config.js';
import { typeormStorage, wire } from './container.js';
import { createLogger } from './logging.js';
import { startService } from './service.js';
import { isWorker, superviseWorkers } from './workers.js';
import { createProgram, type Operations } from '../adapters/inbound/cli/program.js';
import { Database } from '../adapters/outbound/typeorm/database.js';
import { DomainError } from '../domain/errors.js';

/** Exit codes: those of sysexits.h, and 1 where the service refused what was asked. */
const EXIT = { refused: 1, unavailable: 69, software: 70, configuration: 78 } as const;

/** How long requests may go on after the service was told to stop, in milliseconds. */
const DRAIN_PATIENCE = 10_000;

async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && !isWorker) {
    process.exitCode = await superviseWorkers(config.workers, [EXIT.configuration, EXIT.software], logger);
    return;
  }
  const starting = startService(config, logger, showFirstKey);
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, stop); // the second signal does what signals do
    // A start that fails is told of below.
    void starting.then((service) => service.stop(DRAIN_PATIENCE)).catch(() => undefined);
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
  const base = `${url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')}/v1`;
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

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
}; // our own file

try {
  await createProgram({
    version,
    serve,
    withStore,
    print: (line) => process.stdout.write(`${line}\n`),
    remark,
  }).parseAsync();
} catch (error) {
  remark(explain(error));
  process.exitCode = exitCodeOf(error);
}
