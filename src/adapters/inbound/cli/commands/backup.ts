import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { report } from '../output.js';
import { newProgressBar } from '../progress-bar.js';

export function addBackup(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description('copy the store to a new file while the service runs, and check the copy')
    .argument('<file>', 'the file to create, readable by its owner only')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: true }) => {
      const bar = newProgressBar('pages');
      await context.backup(file, (done, total) => bar.update('copying', done, total)).finally(bar.stop);
      report(context, options, { file }, () => []);
      context.remark(`${file} is complete and checked. docs/operations/README.md says how to restore it.`);
    });
}
