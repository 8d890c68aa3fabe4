import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { CommanderError, type Command } from 'commander';
import { confirm } from '../../../../src/adapters/inbound/cli/confirmation.js';
import { readNewPassword } from '../../../../src/adapters/inbound/cli/password-prompt.js';
import { DomainError } from '../../../../src/domain/errors.js';
import { compose } from '../../../../src/infrastructure/container/compose.js';
import { testConfig } from '../../../support/config.js';
import { testProgram } from '../../../support/program.js';

const OWNER = 'owner@localhost';

/** The program within this process, on a memory store of its own; for cases that are too many for a process each. */
async function startProgram() {
  const { services, storage } = await compose(testConfig());
  await services.accounts.createAccount(OWNER);
  const printed: string[] = [];
  const notices: string[] = [];
  const program = testProgram({
    withDatabase: (work) => work({ ...services, schema: storage.schema }),
    print: async (line) => void printed.push(line),
    printNotice: (line) => notices.push(line),
  });
  const commands = withSubcommands(program);
  for (const command of commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  return {
    commands,
    services,
    notices,
    run: async (...parameters: string[]): Promise<string[]> => {
      await program.parseAsync(parameters, { from: 'user' });
      return printed.splice(0);
    },
  };
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

describe('the program', () => {
  test.each([
    ['1s', 1],
    ['30m', 1800],
    ['12h', 43_200],
    ['52w', 31_449_600],
    ['36525d', 3_155_760_000],
  ])('creates a key that expires after %s', async (time, seconds) => {
    const { run } = await startProgram();
    const [line = ''] = await run('keys', 'create', '--account', OWNER, '--json', '--expires-in', time);
    const { createdAt, expiresAt } = JSON.parse(line) as { createdAt: string; expiresAt: string };
    expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 1000).toBe(seconds);
  });

  test.each(['', '90', '0d', '-1d', '1.5d', '1y', '1D', '90 d', '90d\n', '36526d'])(
    'creates no key that expires after %p',
    async (time) => {
      const { run, services } = await startProgram();
      const refused = run('keys', 'create', '--account', OWNER, `--expires-in=${time}`);
      await expect(refused).rejects.toThrow(CommanderError);
      await expect(refused).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining('such as 90d') });
      expect(await services.apiKeys.listApiKeys()).toEqual([]);
    },
  );
});

test.each([
  ['yes\n', true, undefined],
  ['y\n', true, 'Nothing was changed.'],
  ['', true, 'Nothing was changed.'],
  ['yes\n', false, 'Nothing was changed. Without a terminal, add --yes.'],
])('The answer %j on a terminal (%p) confirms a change, or changes nothing', async (text, isTTY, refusal) => {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(text);
  const shown: string[] = [];
  const outcome = await confirm(input, (part) => void shown.push(part), 'Go?').catch((error: unknown) => error);
  expect(outcome instanceof Error ? outcome.message : outcome).toBe(refusal);
  expect(shown).toEqual(isTTY ? ['Go? Type yes to go on: '] : []);
});

/** Types, or pipes, a text as the new password, of which "short" is too weak. */
async function readPassword(text: string, isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.write(text);
  if (!isTTY) input.end();
  const shown: string[] = [];
  const check = async (password: string) => {
    if (password === 'nobody') throw new DomainError('not_found', 'no account');
    if (password === 'short') throw new DomainError('invalid', 'too short');
  };
  const outcome = await readNewPassword(input, (part) => void shown.push(part), check).catch((error: unknown) => error);
  return { outcome, shown: shown.join('') };
}

describe('A new password', () => {
  test.each([
    ['empty', '\r', true, /^No password was given/],
    ['interrupted', 'abc\u0003', true, /^No password was given/],
    ['for no account', 'nobody\r', true, /^no account/],
    ['too weak, and comes from a file', 'short\n', false, undefined],
    ['an empty file', '', false, /^Standard input must be one line/],
    ['two lines of a file', 'a quiet river\na quiet river\n', false, /^Standard input must be one line/],
  ])('is not asked for again if it is %s', async (_, text, isTTY, reason) => {
    const { outcome, shown } = await readPassword(text, isTTY);
    if (reason === undefined)
      expect(outcome).toBe('short'); // The use case refuses it.
    else expect(outcome).toMatchObject({ message: expect.stringMatching(reason) });
    expect(shown).toBe(isTTY ? 'New password: \n' : '');
  });

  test('is asked for again if it breaks a rule, or is typed differently the second time', async () => {
    const typed = 'short\ra quiet river\rA quiet river\ra quiet river\ra quiet river\r';
    const { outcome, shown } = await readPassword(typed, true);
    expect(outcome).toBe('a quiet river');
    const both = 'New password: \nOnce more: \n';
    expect(shown).toBe(`New password: \ntoo short\n${both}The two passwords differ.\n${both}`);
  });
});
