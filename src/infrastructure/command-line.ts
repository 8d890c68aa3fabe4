import { readConfig } from './config.js';
import { exitCodeOf, explain } from './explain.js';
import { version } from './version.js';
import { readNewPassword } from '../adapters/inbound/cli/password-prompt.js';
import type { Operations } from '../adapters/inbound/cli/context.js';
import { createProgram } from '../adapters/inbound/cli/program.js';
import { DomainError } from '../domain/errors.js';

// Each command imports what only it needs: loading takes most of a short command's time.

async function withStore(work: (operations: Operations) => Promise<void>, create: boolean): Promise<void> {
  const config = readConfig();
  if (config.storage.reach === 'process') {
    const message = `DATABASE_URL names ${config.storage.name}, which no other process can reach; name another store.`;
    throw new DomainError('invalid', message);
  }
  const { compose } = await import('./container.js');
  const { storage, services, close } = await compose(config, {}, create);
  try {
    await storage.connect();
    await work(services);
  } finally {
    await close();
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
    copy: async (...parameters) => (await import('./copy.js')).copy(...parameters),
    readNewPassword: () => readNewPassword(process.stdin, (text) => process.stderr.write(text)),
    diagnose: async () => (await import('./doctor.js')).diagnose(),
    print: (line) => process.stdout.write(`${line}\n`),
    remark,
  }).parseAsync();
} catch (error) {
  remark(explain(error));
  process.exitCode = exitCodeOf(error);
}
