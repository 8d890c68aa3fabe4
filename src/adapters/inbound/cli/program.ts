import { Command } from 'commander';
import { addAccountsCreate } from './commands/accounts-create.js';
import { addAccountsList } from './commands/accounts-list.js';
import { addAccountsPassword } from './commands/accounts-password.js';
import { addBackup } from './commands/backup.js';
import { addCopy } from './commands/copy.js';
import { addDoctor } from './commands/doctor.js';
import { addKeysCreate } from './commands/keys-create.js';
import { addKeysList } from './commands/keys-list.js';
import { addKeysRevoke } from './commands/keys-revoke.js';
import { addMigrate } from './commands/migrate.js';
import type { CommandContext } from './context.js';

/** The command line: the use cases for an operator. */
export function createProgram({ version, ...context }: CommandContext & { readonly version: string }): Command {
  const program = new Command('animal-store')
    .description(
      'Keeps the animals that a store offers. Configured by environment variables, which docs/configuration.md ' +
        'lists; animal-store doctor checks them.',
    )
    .version(version)
    .showHelpAfterError();

  program.command('serve').description('run the service (what npm start does)').action(context.serve);
  addMigrate(program, context);
  addDoctor(program, context);
  addCopy(program, context);
  addBackup(program, context);

  const accounts = program.command('accounts').description('the accounts, which own API keys');
  addAccountsCreate(accounts, context);
  addAccountsPassword(accounts, context);
  addAccountsList(accounts, context);

  const keys = program.command('keys').description('the API keys of the accounts');
  addKeysCreate(keys, context);
  addKeysList(keys, context);
  addKeysRevoke(keys, context);
  return program;
}
