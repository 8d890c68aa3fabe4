import type { Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
import { report } from '../output.js';

export function addKeysRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('revoke an API key')
    .argument('<prefix>', 'its first 11 characters, as the list shows them')
    .option('--json', 'print JSON')
    .action((prefix: string, options: { json?: true }) =>
      withMigratedStore(context, async ({ revokeApiKey }) => {
        await revokeApiKey.execute({ prefix });
        report(context, options, { prefix, state: 'revoked' }, () => []);
        context.remark(`Key ${prefix}… is revoked.`);
      }),
    );
}
