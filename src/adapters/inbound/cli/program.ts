import { Command } from 'commander';
import { addAccountCommands } from './account-commands.js';
import type { CommandContext } from './context.js';
import { addKeyCommands } from './key-commands.js';
import { addDatabaseCommands } from './database-commands.js';
import { visible } from './report.js';

export function createProgram({ version, ...context }: CommandContext & { readonly version: string }): Command {
  const program = new Command('animal-store')
    .description(
      'Keeps the animals that a store offers. Environment variables configure it: docs/configuration.md lists ' +
        'them, and animal-store doctor checks them.',
    )
    .version(version)
    // An error repeats what was typed. Commander adds its suggestion as a further line.
    .configureOutput({
      outputError: (message, write) => {
        const lines = message.trimEnd().split(/\n(?=\(Did you mean )/);
        write(`${lines.map(visible).join('\n')}\n`);
      },
    })
    .showHelpAfterError();
  program.command('serve').description('run the service, as npm start does').action(context.serve);
  addDatabaseCommands(program, context);
  addAccountCommands(program, context);
  addKeyCommands(program, context);
  const [, ...commands] = program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : each));
  for (const command of commands) command.option('--json', 'print JSON'); // All commands but serve have a result.
  return program;
}
