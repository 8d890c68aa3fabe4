import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { columns, instant, report } from '../output.js';

export function addAccountsList(accounts: Command, context: CommandContext): void {
  accounts
    .command('list')
    .description('list the accounts, oldest first')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) =>
      withMigratedStore(context, async ({ listAccounts }) => {
        const found = await listAccounts.execute();
        report(context, options, found, () =>
          columns([['EMAIL', 'CREATED'], ...found.map(({ email, createdAt }) => [email, instant(createdAt)])]),
        );
      }),
    );
}
