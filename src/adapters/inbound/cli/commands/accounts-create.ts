import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { report } from '../output.js';

export function addAccountsCreate(accounts: Command, context: CommandContext): void {
  accounts
    .command('create')
    .description('create an account')
    .argument('<email>', 'its email address')
    .option('--json', 'print JSON')
    .action((email: string, options: { json?: true }) =>
      withMigratedStore(context, async ({ createAccount }) => {
        const account = await createAccount.execute(email);
        report(context, options, account, () => [account.email]);
      }),
    );
}
