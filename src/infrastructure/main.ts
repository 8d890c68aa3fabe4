#!/usr/bin/env node
import './node-version.mjs';

// Before anything else is loaded: the first process of a container ignores a signal that it does not handle, and would
// be killed ten seconds later. Once a command handles a signal itself, its handler decides.
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(exitCode);
  });
}

const { runCommand } = await import('./command-line.js');
process.exitCode = await runCommand(process.argv.slice(2), process);
