import { createInterface } from 'node:readline/promises';
import { DomainError } from '../../../domain/errors.js';

/** @throws DomainError `invalid` unless the answer is `yes`, and without a terminal */
export async function confirm(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  prompt: (text: string) => void,
  question: string,
): Promise<void> {
  if (input.isTTY !== true) throw new DomainError('invalid', 'Nothing was changed. Without a terminal, add --yes.');
  const terminal = createInterface({ input });
  try {
    prompt(`${question} Type yes to go on: `);
    const line = await terminal[Symbol.asyncIterator]().next();
    if (line.done !== true && line.value.trim() === 'yes') return;
    throw new DomainError('invalid', 'Nothing was changed.');
  } finally {
    terminal.close();
  }
}
