import type { Command } from 'commander';
import { withMigratedDatabase, type CommandContext } from './context.js';
import { columns, instant, report, type Format } from './report.js';
import { asciiEmail } from '../../support/ascii-email.js';

export function addAccountCommands(program: Command, context: CommandContext): void {
  const group = program.command('accounts').description('the accounts, which own API keys');
  group
    .command('create')
    .description('create an account')
    .argument('<email>', 'its email address', asciiEmail)
    .action((email: string, format: Format) =>
      withMigratedDatabase(context, async ({ accounts }) => {
        const account = await accounts.createAccount(email);
        await report(context, format, account, [account.email]);
      }),
    );
  group
    .command('password')
    .description('set the password of an account, typed or read from standard input, and end its sessions')
    .argument('<email>', 'its email address', asciiEmail)
    .action((typed: string, format: Format) =>
      withMigratedDatabase(context, async ({ accounts }) => {
        const password = await context.readNewPassword((given) => accounts.checkNewPassword(typed, given));
        const { email } = await accounts.resetPassword(typed, password);
        await report(context, format, { email, password: 'set' });
        context.printNotice(`The password of ${email} is set. All its sessions have ended.`);
      }),
    );
  group
    .command('delete')
    .description('delete an account, revoke its keys and end its sessions; the animals stay')
    .argument('<email>', 'its email address', asciiEmail)
    .option('--yes', 'do not ask')
    .action((typed: string, { yes = false, ...format }: Format & { yes?: boolean }) =>
      withMigratedDatabase(context, async ({ accounts }) => {
        const { email } = await accounts.findAccount(typed);
        const question = `Delete the account ${email}, revoke its keys and end its sessions?`;
        if (!yes) await context.confirm(question);
        await accounts.deleteAccount(email);
        await report(context, format, { email, state: 'deleted' });
        context.printNotice(`The account ${email} is deleted, its keys are revoked, and its sessions have ended.`);
        context.printNotice('The animals stay. Its revoked keys are listed for 90 days, without its email.');
      }),
    );
  group
    .command('list')
    .description('list the accounts, oldest first')
    .action((format: Format) =>
      withMigratedDatabase(context, async ({ accounts }) => {
        const found = await accounts.listAccounts();
        const rows = found.map(({ email, createdAt }) => [email, instant(createdAt)]);
        await report(context, format, found, columns([['EMAIL', 'CREATED'], ...rows]));
      }),
    );
}
