#!/usr/bin/env node
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// The import of a file that Node.js may not read would end with a stack, so nothing else is imported before this check.
const root = fileURLToPath(new URL('../..', import.meta.url));
if ('permission' in process && !process.permission.has('fs.read', root)) {
  console.error(
    `The service cannot run with --permission unless --allow-fs-read names ${root}; ` +
      'change these options of Node.js, such as in NODE_OPTIONS.',
  );
  process.exit(78); // this is EX_CONFIG of sysexits.h, as in explain.ts
}

// @ts-expect-error It is plain JavaScript without types, and exports nothing.
await import('./node-version.mjs');

// The handlers are set before anything else is loaded, because the first process of a container ignores a signal that
// it does not handle, and would be killed ten seconds later. Once a command handles a signal itself, its handler
// decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  });
}

// Without a handler Node.js would open a debugger on port 9229, where every program of this machine could run code in
// this process.
process.on('SIGUSR1', () => undefined);

// A full disk, a reader that has ended or a terminal that was closed ends no service. A command notices by what it
// writes itself.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { runCommand } = await import('./command-line.js');
process.exitCode = await runCommand(process.argv.slice(2), process, '.env');
