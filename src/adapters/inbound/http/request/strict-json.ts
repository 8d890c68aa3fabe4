import { parse } from 'lossless-json';
import { HttpError } from '../http-errors.js';
import { listNames } from './violations.js';
import { INT64_MAX, INT64_MIN } from '../../../../domain/values.js';

/** The properties of a body. An integer is a bigint, and any other number is a number, of which no digit matters. */
export type JsonObject = ReadonlyMap<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @throws HttpError `malformed_json`, which names each property that has two different values (RFC 8259, section 4) or
 * an unpaired surrogate
 */
export function parseStrictJson(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  const duplicates = new Set<string>();
  const properties = new Map(Object.entries(parseObject(text, duplicates)));
  const unpaired = text.includes('\\u') ? withUnpaired(properties) : []; // UTF-8 has no surrogates; only an escape writes one.
  const violations = [
    ...(duplicates.size === 0 ? [] : [`${listNames(duplicates)} must not appear with two values`]),
    ...(unpaired.length === 0 ? [] : [`${listNames(unpaired)} must not contain an unpaired surrogate`]),
  ];
  if (violations.length > 0) throw malformed(`${violations.join('; ')}.`);
  return properties;
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

/** @param duplicates takes the names of properties, also of nested ones, that have two different values */
function parseObject(text: string, duplicates: Set<string>): object {
  let value: unknown;
  try {
    value = parse(text, undefined, {
      parseNumber: (number) => parseJsonInteger(number) ?? Number(number),
      onDuplicateKey: ({ key }) => void duplicates.add(key),
    });
  } catch (error) {
    // The stack of the parser ends at such a depth.
    if (error instanceof RangeError) throw malformed('The body is nested too deep; send one small JSON object.');
    throw malformed('The body is not JSON; send one JSON object.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('The body must be one JSON object.');
}

/** Returns the names of the properties whose name or text has an unpaired surrogate. */
function withUnpaired(properties: JsonObject): string[] {
  const isUnpaired = (value: unknown) => typeof value === 'string' && !value.isWellFormed();
  return [...properties.keys()].filter((name) => isUnpaired(name) || isUnpaired(properties.get(name)));
}

/**
 * Reads an integer in the sense of JSON Schema, in which `1.0` and `1e2` are integers. For a huge number such as
 * `1e999999999` the result is just outside int64, so that it need not be written out.
 */
export function parseJsonInteger(number: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // /0+$/ would take quadratic time for a long run of zeros that another digit follows.
  const [, significant = ''] = /^(.*[^0])?0*$/.exec(digits) ?? [];
  if (significant === '') return 0n;
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0) return undefined;
  if (significant.length + zeros > INT64_MAX.toString().length) return sign === '-' ? INT64_MIN - 1n : INT64_MAX + 1n;
  return BigInt(sign + significant + '0'.repeat(zeros));
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
