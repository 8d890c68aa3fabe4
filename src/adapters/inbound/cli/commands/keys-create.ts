import { InvalidArgumentError, type Command } from 'commander';
import { withMigratedStore, type CommandContext } from '../context.js';
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
    .description('create an API key; it is printed once, as the only line on standard output')
    .requiredOption('--account <email>', 'the account it belongs to')
    .option('--name <text>', 'its purpose')
    .option('--expires-in <time>', 'its lifetime: a whole number and s, m, h, d or w, such as 90d', parseLifetime)
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withMigratedStore(context, async ({ issueApiKey }) => {
        const { account, name, expiresIn } = options;
        const { key, stored, email } = await issueApiKey.execute({ email: account, name, expiresIn });
        const { hash: _, ...shown } = stored;
        report(context, options, { key, ...shown, email }, () => [key]);
        const lifetime = stored.expiresAt === undefined ? 'without expiry' : `valid until ${instant(stored.expiresAt)}`;
        context.remark(`Key ${stored.prefix}… for ${email}, ${lifetime}.`);
        context.remark('It cannot be shown again: store it now.');
      }),
    );
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A hundred years, in milliseconds: anything longer is a typing error, or meant to be no expiry. */
const LONGEST = 36_525 * 86_400_000;

/** @returns milliseconds @throws InvalidArgumentError */
function parseLifetime(text: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,11})([smhdw])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * 1000 * (SECONDS[unit] ?? NaN);
  if (!(milliseconds <= LONGEST)) {
    throw new InvalidArgumentError(
      'It must be a whole number and s, m, h, d or w, such as 90d, and at most a century.',
    );
  }
  return milliseconds;
}
