import { isInteger, parse, stringify } from 'lossless-json';

// JSON.parse rounds integers beyond 2^53, and JSON.stringify refuses bigint.

/** Integers become bigint, exact in every digit; other numbers stay numbers. */
export function parseJson(text: string): unknown {
  return parse(text, undefined, (number) => (isInteger(number) ? BigInt(number) : Number(number)));
}

/** A bigint becomes a JSON number. */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? '';
}
