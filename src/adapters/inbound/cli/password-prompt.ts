import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DomainError } from '../../../domain/errors.js';

/**
 * Reads the password that an operator sets. On a terminal it is typed twice without being shown; otherwise it is the
 * only line of `input`.
 * @param check rejects a password that breaks a rule, before it is typed again
 * @throws DomainError `invalid` if the two differ, or if the input is empty or has several lines
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

  try {
    const password = await ask('New password: ');
    await check(password);
    if ((await ask('Once more: ')) === password) return password;
    throw new DomainError('invalid', 'The two passwords differ; nothing was changed.');
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
