import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { columns, instant, report } from '../output.js';

const HEADINGS = ['PREFIX', 'NAME', 'ACCOUNT', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'];

export function addKeysList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('list API keys, oldest first')
    .option('--account <email>', 'only those of one account')
    .option('--json', 'print JSON')
    .action((options: { account?: string; json?: true }) =>
      withMigratedStore(context, async ({ listApiKeys }) => {
        const found = await listApiKeys.execute({ email: options.account });
        const shown = found.map(({ hash: _, ...others }) => others);
        report(context, options, shown, () =>
          columns([
            HEADINGS,
            ...found.map(({ prefix, name, email, createdAt, expiresAt, lastUsedAt, state }) => [
              prefix,
              name,
              email || '-', // the account is deleted
              instant(createdAt),
              instant(expiresAt),
              instant(lastUsedAt),
              state,
            ]),
          ]),
        );
      }),
    );
}
