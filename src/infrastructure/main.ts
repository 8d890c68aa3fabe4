#!/usr/bin/env node
import './node-version.mjs';
import { constants } from 'node:os';

// The handlers are set before anything else is loaded, because the first process of a container ignores a signal that
// it does not handle, and would be killed ten seconds later. Once a command handles a signal itself, its handler
// decides.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  });
}

// A program that reads the output, such as head, may end before the command does. The rest of the output is dropped.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { runCommand } = await import('./command-line.js');
process.exitCode = await runCommand(process.argv.slice(2), process);
