import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { parseLifetime } from '../lifetime.js';
import { instant, report } from '../output.js';

interface Options {
  readonly account: string;
  readonly name?: string;
  readonly expiresIn?: number;
  readonly json?: true;
}

export function addKeysCreate(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('create an API key; it is printed once, alone on standard output')
    .requiredOption('--account <email>', 'the account it belongs to')
    .option('--name <text>', 'its purpose')
    .option('--expires-in <time>', 'its lifetime: a whole number and s, m, h, d or w, such as 90d', parseLifetime)
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withMigratedStore(context, async ({ issueApiKey }) => {
        const { account, name, expiresIn } = options;
        const { key, kept, email } = await issueApiKey.execute({ email: account, name, expiresIn });
        const { hash: _, ...shown } = kept;
        report(context, options, { key, ...shown, email }, () => [key]);
        const lifetime = kept.expiresAt === undefined ? 'without expiry' : `valid until ${instant(kept.expiresAt)}`;
        context.remark(`Key ${kept.prefix}… for ${email}, ${lifetime}.`);
        context.remark('It cannot be shown again: store it now.');
      }),
    );
}
