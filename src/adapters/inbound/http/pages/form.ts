import type { IncomingMessage } from 'node:http';
import { PageError } from './errors.js';
import { readBody } from '../request/body.js';

/** The largest form, in bytes. */
const FORM_LIMIT = 16 * 1024;

/**
 * Reads an application/x-www-form-urlencoded body that has each of the fields once, and no other.
 * @throws HttpError as `readBody` does, PageError `bad_form`
 */
export async function readForm(request: IncomingMessage, fields: readonly string[]): Promise<Map<string, string>> {
  const body = await readBody(request, 'application/x-www-form-urlencoded', FORM_LIMIT);
  const form = decode(body);
  if (fields.some((field) => !form.has(field)) || form.size > fields.length) throw badForm();
  return form;
}

/** By hand, since URLSearchParams silently repairs broken escapes and invalid UTF-8. */
function decode(body: Buffer): Map<string, string> {
  const form = new Map<string, string>();
  const text = body.toString('latin1');
  for (const pair of text.split('&')) {
    const [name = '', value, ...rest] = pair.split('=').map(decodePart);
    if (value === undefined || rest.length > 0 || form.has(name)) throw badForm();
    form.set(name, value);
  }
  return form;
}

function decodePart(part: string): string {
  if (!/^[\x21-\x7e]*$/.test(part)) throw badForm();
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw badForm();
  }
}

function badForm(): PageError {
  return new PageError('bad_form', 'Go back, reload the page and submit the form again.');
}
