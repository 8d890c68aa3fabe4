import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DomainError, hasCode } from '../../../domain/errors.js';

/**
 * Reads a new password: on a terminal, where it is not shown, twice, and again until it follows the rules; otherwise
 * from the only line of `input`.
 * @param check rejects a password that breaks a rule with DomainError `invalid` @throws DomainError `invalid` if the
 * input is empty or has several lines, and the other errors of `check`
 */
export async function readNewPassword(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  prompt: (text: string) => void,
  check: (password: string) => Promise<unknown>,
): Promise<string> {
  if (input.isTTY !== true) return oneLine(await text(input));
  // Readline echoes the input to its output, which discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output, terminal: true, historySize: 0 });
  const lines = terminal[Symbol.asyncIterator]();

  async function ask(question: string): Promise<string> {
    prompt(question);
    const line = await lines.next();
    prompt('\n');
    if (line.done === true || line.value === '') {
      throw new DomainError('invalid', 'No password was given; nothing was changed.');
    }
    return line.value;
  }

  /** Returns the message about the rules that a password breaks. */
  async function faultOf(password: string): Promise<string | undefined> {
    try {
      await check(password);
      return undefined;
    } catch (error) {
      if (hasCode(error, 'invalid')) return error.message;
      throw error;
    }
  }

  try {
    for (;;) {
      const password = await ask('New password: ');
      const fault = await faultOf(password);
      if (fault === undefined && (await ask('Once more: ')) === password) return password;
      prompt(`${fault ?? 'The two passwords differ.'}\n`);
    }
  } finally {
    terminal.close();
  }
}

function oneLine(given: string): string {
  const [line = '', ...rest] = given.split(/\r?\n/);
  if (line === '' || rest.join('') !== '') {
    throw new DomainError('invalid', 'Standard input must be one line: the password.');
  }
  return line;
}
