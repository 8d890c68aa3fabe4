import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import getRawBody from 'raw-body';
import { PageError } from './errors.js';

/** The largest form, in bytes. */
export const FORM_LIMIT = 16 * 1024;

/**
 * Reads an application/x-www-form-urlencoded body that has each of the fields once, and no other.
 * @throws PageError `unsupported_media_type`, `form_too_large` or `bad_form`.
 */
export async function readForm(request: IncomingMessage, fields: readonly string[]): Promise<Map<string, string>> {
  if (!isUrlEncoded(request)) throw new PageError('unsupported_media_type', 'Send it from the page it belongs to.');
  const form = decode(await readBody(request));
  if (fields.some((field) => !form.has(field)) || form.size > fields.length) throw badForm();
  return form;
}

function isUrlEncoded(request: IncomingMessage): boolean {
  if (request.headers['content-encoding'] !== undefined) return false;
  try {
    const { type, parameters } = parse(request);
    return (
      type === 'application/x-www-form-urlencoded' &&
      Object.entries(parameters).every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8')
    );
  } catch {
    return false;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { length: request.headers['content-length'] ?? null, limit: FORM_LIMIT });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large') {
      throw new PageError('form_too_large', 'Shorten what you typed.', { Connection: 'close' });
    }
    throw badForm();
  }
}

/** By hand, since URLSearchParams takes broken escapes and broken UTF-8 for something else in silence. */
function decode(body: Buffer): Map<string, string> {
  const form = new Map<string, string>();
  const text = body.toString('latin1');
  for (const pair of text === '' ? [] : text.split('&')) {
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
  return new PageError('bad_form', 'Go back, load the page again and fill it in once more.');
}
