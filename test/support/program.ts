import type { Command } from 'commander';
import type { CommandContext } from '../../src/adapters/inbound/cli/context.js';
import { createProgram } from '../../src/adapters/inbound/cli/program.js';

/** Returns the program with these parts. The others do nothing. */
export function testProgram(parts: Partial<CommandContext> = {}): Command {
  return createProgram({
    version: '1.0.0',
    serve: () => Promise.resolve(),
    withDatabase: () => Promise.resolve(),
    diagnose: () => Promise.resolve(),
    copy: () => Promise.resolve(new Map()),
    backup: () => Promise.resolve(),
    confirm: () => Promise.resolve(),
    readNewPassword: () => Promise.resolve('a long and winding password'),
    print: () => Promise.resolve(),
    printNotice: () => undefined,
    ...parts,
  });
}
