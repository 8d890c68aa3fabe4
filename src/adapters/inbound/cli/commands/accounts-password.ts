import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { report } from '../output.js';

export function addAccountsPassword(accounts: Command, context: CommandContext): void {
  accounts
    .command('password')
    .description('set the password of an account, typed or read from standard input, and end its sessions')
    .argument('<email>', 'its email address')
    .option('--json', 'print JSON')
    .action((typed: string, options: { json?: true }) =>
      withMigratedStore(context, async ({ setPassword }) => {
        const password = await context.readNewPassword((given) => setPassword.check(typed, given));
        const { email } = await setPassword.execute(typed, password);
        report(context, options, { email, password: 'set' }, () => []);
        context.remark(`The password of ${email} is set. All its sessions have ended.`);
      }),
    );
}
