import { Option, type Command } from 'commander';
import type { CommandContext } from '../context.js';
import { columns, report } from '../output.js';
import { newProgressBar } from '../progress-bar.js';

export function addCopy(program: Command, context: CommandContext): void {
  program
    .command('copy')
    .description('copy all data of one store to another one that is empty, and compare both')
    .addOption(storeOption('--from <url>', 'COPY_FROM_URL', 'the store to read, in the form of DATABASE_URL'))
    .addOption(storeOption('--to <url>', 'COPY_TO_URL', 'the empty store to fill; its schema is created'))
    .option('--json', 'print JSON')
    .action(async (options: { from: string; to: string; json?: true }) => {
      const bar = newProgressBar('rows');
      const result = await context.copy(options.from, options.to, bar.update).finally(bar.stop);
      report(context, options, Object.fromEntries(result), () =>
        columns([
          ['DATA', 'ROWS', 'SHA-256'],
          ...[...result].map(([name, { rows, sha256 }]) => [name, String(rows), sha256]),
        ]),
      );
      context.remark('Both stores hold the same.');
    });
}

/** Other users of the machine see options, but not the environment. */
function storeOption(flags: string, variable: string, description: string): Option {
  return new Option(flags, description).env(variable).makeOptionMandatory();
}
