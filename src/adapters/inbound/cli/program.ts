import { Command, InvalidArgumentError } from 'commander';
import { stringify } from 'lossless-json';
import type { CreateAccount } from '../../../application/accounts/create-account.js';
import type { IssueApiKey } from '../../../application/api-keys/issue-api-key.js';
import type { ListAccounts } from '../../../application/accounts/list-accounts.js';
import type { ListApiKeys } from '../../../application/api-keys/list-api-keys.js';
import type { RevokeApiKey } from '../../../application/api-keys/revoke-api-key.js';
import type { SetPassword } from '../../../application/accounts/set-password.js';
import { DomainError } from '../../../domain/errors.js';
import type { Finding } from '../../../domain/ports/finding.js';
import type { Store } from '../../../domain/ports/store.js';

export interface Operations {
  readonly createAccount: CreateAccount;
  readonly setPassword: SetPassword;
  readonly listAccounts: ListAccounts;
  readonly issueApiKey: IssueApiKey;
  readonly listApiKeys: ListApiKeys;
  readonly revokeApiKey: RevokeApiKey;
  readonly store: Store;
}

export interface ProgramParts {
  readonly version: string;
  /** Runs the service until it is told to stop. */
  readonly serve: () => Promise<void>;
  /** Opens the store for as long as `work` lasts. @param create whether to create a store that does not exist */
  readonly withStore: (work: (operations: Operations) => Promise<void>, create: boolean) => Promise<void>;
  /** Asks for the password that is to be set. */
  readonly readNewPassword: () => Promise<string>;
  /** Looks at the configuration and at the store, and changes nothing. */
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** Where results go, and where everything said beside them. */
  readonly print: (line: string) => void;
  readonly remark: (line: string) => void;
}

/** The check whose failure means that the others could not be made. */
export const REACH = 'reachability';

/** The command line: the same use cases as the other doors, for an operator. */
export function createProgram({
  version,
  serve,
  withStore,
  readNewPassword,
  diagnose,
  print,
  remark,
}: ProgramParts): Command {
  const program = new Command('animal-store')
    .description(
      'Keeps the animals that a store offers. Configured by environment variables, which the README of the project ' +
        'lists; animal-store doctor checks them.',
    )
    .version(version)
    .showHelpAfterError();

  /** Opens the store and refuses one whose schema this program does not fit. */
  function withPreparedStore(work: (operations: Operations) => Promise<void>): Promise<void> {
    return withStore(async (operations) => {
      const pending = await operations.store.pendingMigrations();
      if (pending.length > 0) {
        throw new DomainError('unavailable', 'The schema is not up to date; run animal-store migrate first.');
      }
      await work(operations);
    }, false);
  }

  function report(json: boolean | undefined, value: unknown, lines: () => string[]): void {
    if (json === true) print(stringify(value) ?? 'null');
    else lines().forEach(print);
  }

  program.command('serve').description('run the service (what npm start does)').action(serve);

  program
    .command('migrate')
    .description('bring the schema of the store up to date')
    .option('--status', 'only tell which migrations are pending')
    .option('--json', 'print JSON')
    .action(({ status, json }: { status?: true; json?: true }) =>
      withStore(async ({ store }) => {
        const migrations = status === true ? await store.pendingMigrations() : await store.migrate();
        const key = status === true ? 'pending' : 'applied';
        report(json, { [key]: migrations }, () => migrations);
        if (migrations.length === 0) remark('The schema is up to date.');
        else remark(`${migrations.length} ${key}.`);
      }, status !== true),
    );

  program
    .command('doctor')
    .description('look at the configuration and the store, change nothing, and say what to fix')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const findings = await diagnose();
      report(json, findings, () =>
        findings.flatMap(({ check, ok, says, fix }) => [
          `${ok ? 'ok   ' : 'FAULT'} ${check}: ${says}`,
          ...(fix === undefined ? [] : [`      ${fix}`]),
        ]),
      );
      const faults = findings.filter(({ ok }) => !ok);
      if (faults.some(({ check }) => check === REACH)) {
        throw new DomainError('unavailable', 'The store cannot be reached.');
      }
      if (faults.length > 0) throw new DomainError('invalid', `${faults.length} to fix.`);
      remark('All is well.');
    });

  const accounts = program.command('accounts').description('the accounts that may make API keys');

  accounts
    .command('create')
    .description('make an account')
    .argument('<email>', 'its email address')
    .option('--json', 'print JSON')
    .action((email: string, { json }: { json?: true }) =>
      withPreparedStore(async ({ createAccount }) => {
        const account = await createAccount.execute(email);
        report(json, account, () => [account.email]);
      }),
    );

  accounts
    .command('list')
    .description('list the accounts, oldest first')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withPreparedStore(async ({ listAccounts }) => {
        const found = await listAccounts.execute();
        report(json, found, () =>
          columns([['EMAIL', 'CREATED'], ...found.map(({ email, createdAt }) => [email, instant(createdAt)])]),
        );
      }),
    );

  accounts
    .command('password')
    .description('set the password of an account, asked for or read from standard input, and end its sessions')
    .argument('<email>', 'its email address')
    .option('--json', 'print JSON')
    .action((typed: string, { json }: { json?: true }) =>
      withPreparedStore(async ({ setPassword }) => {
        const { email } = await setPassword.execute(typed, await readNewPassword());
        report(json, { email, password: 'set' }, () => []);
        remark(`The password of ${email} is set. Whoever was signed in with the old one no longer is.`);
      }),
    );

  const keys = program.command('keys').description('the API keys of the accounts');

  keys
    .command('create')
    .description('make an API key; it is printed once, alone on standard output')
    .requiredOption('--account <email>', 'the account it belongs to')
    .option('--name <text>', 'what it is for')
    .option('--expires-in <time>', 'how long it works: a whole number and s, m, h, d or w, such as 90d', parseDuration)
    .option('--json', 'print JSON')
    .action(({ account, name, expiresIn, json }: { account: string; name?: string; expiresIn?: number; json?: true }) =>
      withPreparedStore(async ({ issueApiKey }) => {
        const { key, kept, email } = await issueApiKey.execute({ email: account, name, expiresIn });
        const { hash: _, ...shown } = kept;
        report(json, { key, ...shown, email }, () => [key]);
        remark(
          `Key ${kept.prefix}… for ${email}, ${kept.expiresAt ? `until ${instant(kept.expiresAt)}` : 'for ever'}.`,
        );
        remark('It is not kept: store it now.');
      }),
    );

  keys
    .command('list')
    .description('list API keys, oldest first')
    .option('--account <email>', 'only those of one account')
    .option('--json', 'print JSON')
    .action(({ account, json }: { account?: string; json?: true }) =>
      withPreparedStore(async ({ listApiKeys }) => {
        const found = await listApiKeys.execute({ email: account });
        report(
          json,
          found.map(({ hash: _, ...shown }) => shown),
          () =>
            columns([
              ['PREFIX', 'NAME', 'ACCOUNT', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'],
              ...found.map(({ prefix, name, email, createdAt, expiresAt, lastUsedAt, state }) => [
                prefix,
                name,
                email || '-', // the account is gone
                instant(createdAt),
                instant(expiresAt),
                instant(lastUsedAt),
                state,
              ]),
            ]),
        );
      }),
    );

  keys
    .command('revoke')
    .description('end an API key for good')
    .argument('<prefix>', 'its first 11 characters, as the list shows them')
    .option('--json', 'print JSON')
    .action((prefix: string, { json }: { json?: true }) =>
      withPreparedStore(async ({ revokeApiKey }) => {
        await revokeApiKey.execute({ prefix });
        report(json, { prefix, state: 'revoked' }, () => []);
        remark(`Key ${prefix}… is revoked.`);
      }),
    );

  return program;
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A hundred years: beyond it somebody meant "for ever", or mistyped. */
const LONGEST = 36_525 * 86_400_000;

function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,11})([smhdw])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (MILLISECONDS[unit] ?? NaN);
  if (!(milliseconds <= LONGEST)) {
    throw new InvalidArgumentError(
      'It must be a whole number and s, m, h, d or w, such as 90d, and at most a century.',
    );
  }
  return milliseconds;
}

function instant(date: Date | undefined): string {
  return date === undefined ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
