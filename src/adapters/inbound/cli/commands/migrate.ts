import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { report } from '../output.js';

export function addMigrate(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the schema of the store up to date')
    .option('--status', 'only list the pending migrations')
    .option('--json', 'print JSON')
    .action((options: { status?: true; json?: true }) => {
      const isStatus = options.status === true;
      return context.withStore(async ({ schema }) => {
        const migrations = isStatus ? await schema.pendingMigrations() : await schema.migrate();
        const key = isStatus ? 'pending' : 'applied';
        report(context, options, { [key]: migrations }, () => migrations);
        context.remark(migrations.length === 0 ? 'The schema is up to date.' : `${migrations.length} ${key}.`);
      }, !isStatus);
    });
}
