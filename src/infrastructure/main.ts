#!/usr/bin/env node
import './node-version.mjs';
import { constants } from 'node:os';

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

// The service must survive a full disk, a reader that has ended and a closed terminal, so errors of these streams are
// ignored. A command reports its own failed writes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { runCommand } = await import('./command-line.js');
process.exitCode = await runCommand(process.argv.slice(2), process, '.env');
