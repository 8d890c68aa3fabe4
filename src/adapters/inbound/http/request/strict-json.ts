import { HttpError } from '../http-errors.js';
import { listNames, MAX_NAMES } from './violations.js';

/** A number as it was written, so that no digit is lost. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** The properties of a body. A number is a JsonNumber; an array or an object is one as JSON.parse reads it. */
export type JsonObject = ReadonlyMap<string, unknown>;

/**
 * This matches a string, with the colon that follows a name; a bracket; and a number. A string without an end takes the
 * rest.
 */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[[\]{}]|-?\d[\d.eE+-]*/g;

/** An animal has about ten tokens, and JSON.parse takes many times as long for a large object as for a long string. */
const MAX_TOKENS = 1000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON object (RFC 8259) in linear time.
 * @throws HttpError `malformed_json`, which names each property that is duplicate (section 4) or has an unpaired
 * surrogate
 */
export function parseStrictJson(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  const tokens = [...text.matchAll(TOKENS).take(MAX_TOKENS + 1)];
  if (tokens.length > MAX_TOKENS) throw tooManyTokens(tokens);
  const object = parse(text);
  const { duplicates, numbers } = search(tokens);
  const properties = new Map<string, unknown>([...Object.entries(object), ...numbers]);
  const unpaired = text.includes('\\u') ? withUnpaired(properties) : []; // UTF-8 has no surrogates; only an escape writes one.
  const violations = [
    ...(duplicates.size === 0 ? [] : [`${listNames(duplicates)} must not appear more than once`]),
    ...(unpaired.length === 0 ? [] : [`${listNames(unpaired)} must not contain an unpaired surrogate`]),
  ];
  if (violations.length > 0) throw malformed(`${violations.join('; ')}.`);
  return properties;
}

/** Returns the names of the properties whose name or text has an unpaired surrogate. */
function withUnpaired(properties: JsonObject): string[] {
  const isUnpaired = (value: unknown) => typeof value === 'string' && !value.isWellFormed();
  return [...properties.keys()].filter((name) => isUnpaired(name) || isUnpaired(properties.get(name)));
}

/** Lists the names of the first properties, as they are written, because no known property takes so many tokens. */
function tooManyTokens(tokens: readonly RegExpExecArray[]): HttpError {
  const names = new Set(tokens.flatMap(([, string = '', colon]) => (colon === undefined ? [] : [string.slice(1, -1)])));
  const properties = names.size === 0 ? '' : `, such as those of ${listNames([...names].slice(0, MAX_NAMES))}`;
  return malformed(
    `The body has more than ${MAX_TOKENS} strings, numbers and brackets${properties}; send one small JSON object.`,
  );
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw malformed('The body is empty; send one JSON object.');
  try {
    const text = utf8.decode(bytes);
    if (!text.startsWith('\uFEFF')) return text;
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
  throw malformed('The body starts with a byte order mark; send it without.');
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw malformed('The body is not JSON; send one JSON object.');
  }
  throw malformed('The body must be one JSON object.');
}

/** Finds what JSON.parse does not report about an object: duplicate names, and each number as it was written. */
function search(tokens: readonly RegExpExecArray[]): { duplicates: Set<string>; numbers: Map<string, JsonNumber> } {
  const names = new Set<string>();
  const duplicates = new Set<string>();
  const numbers = new Map<string, JsonNumber>();
  let [depth, name] = [0, ''];
  for (const [token, string, colon] of tokens) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth > 1) continue;
    else if (string === undefined) numbers.set(name, new JsonNumber(token));
    else if (colon !== undefined) {
      name = JSON.parse(string) as string; // A JSON text in quotes is always a string.
      if (names.has(name)) duplicates.add(name);
      names.add(name);
    }
  }
  return { duplicates, numbers };
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
