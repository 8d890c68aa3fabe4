import { InvalidArgumentError, type Command } from 'commander';
import { withMigratedDatabase, type CommandContext } from './context.js';
import { columns, instant, print, report, type Format } from './report.js';
import { asciiEmail } from '../../support/ascii-email.js';
import type { ApiKeyUseCases } from '../../../application/api-keys.js';
import { DomainError } from '../../../domain/errors.js';
import { DURATION_FORM, parseDuration } from '../../support/duration.js';

interface NewKeyOptions extends Format {
  readonly account: string;
  readonly name?: string;
  readonly expiresIn?: number;
}

interface RevokeOptions extends Format {
  readonly account?: string;
  readonly yes?: boolean;
}

const HEADINGS = ['PREFIX', 'NAME', 'ACCOUNT', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'];

function keyTable(keys: Awaited<ReturnType<ApiKeyUseCases['listApiKeys']>>): string[] {
  const rows = keys.map(({ prefix, name, email, createdAt, expiresAt, lastUsedAt, state }) => {
    const owner = email || '-'; // The email is empty when the account is deleted.
    return [prefix, name, owner, ...[createdAt, expiresAt, lastUsedAt].map(instant), state];
  });
  return columns([HEADINGS, ...rows]);
}

export function addKeyCommands(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('the API keys of the accounts');
  keys
    .command('create')
    .description('create an API key; it is printed once, as the only line on standard output')
    .requiredOption('--account <email>', 'the email of the account that it belongs to', asciiEmail)
    .option('--name <text>', 'its purpose')
    .option('--expires-in <time>', `its lifetime: ${DURATION_FORM}, such as 90d`, parseLifetime)
    .action(({ account, name, expiresIn, ...format }: NewKeyOptions) =>
      withMigratedDatabase(context, async ({ apiKeys }) => {
        const { key, stored, email } = await apiKeys.createApiKey({ email: account, name, expiresIn });
        const { hash: _, ...shown } = stored;
        try {
          await print(context, format, { key, ...shown, email }, [key]);
        } catch (error) {
          // The key was not shown, and it would work.
          await apiKeys.revokeApiKey(stored.prefix);
          context.printNotice(`Key ${stored.prefix}… could not be printed, and is revoked.`);
          throw error;
        }
        const lifetime = stored.expiresAt === undefined ? 'without expiry' : `valid until ${instant(stored.expiresAt)}`;
        context.printNotice(`Key ${stored.prefix}… for ${email}, ${lifetime}.`);
        context.printNotice('It cannot be shown again: store it now.');
      }),
    );
  keys
    .command('list')
    .description('list API keys, those of the oldest account first, and of each account the oldest first')
    .option('--account <email>', 'list only the keys of the account with this email', asciiEmail)
    .action(({ account, ...format }: Format & { account?: string }) =>
      withMigratedDatabase(context, async ({ apiKeys }) => {
        const found = await apiKeys.listApiKeys({ email: account });
        await report(context, format, found, keyTable(found));
      }),
    );
  keys
    .command('revoke')
    .description('revoke an API key, or every key of an account')
    .argument('[prefix]', 'its first 11 characters, as the list shows them')
    .option('--account <email>', 'revoke every key of the account with this email', asciiEmail)
    .option('--yes', 'do not ask before every key of an account is revoked')
    .action((prefix: string | undefined, { account, yes = false, ...format }: RevokeOptions) =>
      withMigratedDatabase(context, async ({ accounts, apiKeys }) => {
        if ((prefix === undefined) === (account === undefined)) {
          throw new DomainError('invalid', 'Give either the prefix of one key or the option --account.');
        }
        if (prefix === undefined) {
          const { email } = await accounts.findAccount(account ?? '');
          if (!yes) await context.confirm(`Revoke every API key of ${email}?`);
          return revokeAll(context, format, await apiKeys.revokeApiKeysOf(email));
        }
        await apiKeys.revokeApiKey(prefix);
        await report(context, format, { prefix, state: 'revoked' });
        context.printNotice(`Key ${prefix}… is revoked.`);
      }),
    );
}

async function revokeAll(context: CommandContext, format: Format, keys: readonly { prefix: string }[]) {
  const prefixes = keys.map(({ prefix }) => prefix);
  await report(context, format, { revoked: prefixes }, prefixes);
  context.printNotice(`Keys revoked: ${prefixes.length}.`);
}

/** A hundred years in milliseconds. A longer lifetime is a typing error or an attempt to set no expiry. */
const LONGEST = 36_525 * 86_400_000;

/** @returns the lifetime in milliseconds @throws InvalidArgumentError */
function parseLifetime(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds > 0 && milliseconds <= LONGEST) return milliseconds;
  throw new InvalidArgumentError(`It must be ${DURATION_FORM}, such as 90d, and at most a century.`);
}
