import { parse, stringify } from 'lossless-json';

// JSON.parse rounds integers beyond 2^53, and JSON.stringify refuses bigint.

/**
 * Integers of up to 19 digits become bigint, exact in every digit; other numbers become a number.
 * @throws Error that says what is wrong with the text
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey });
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error('is not JSON', { cause });
    // The parser calls itself for each level, so that thousands of levels overflow the stack.
    if (cause instanceof RangeError) throw new Error('is JSON that is nested too deeply', { cause });
    throw cause;
  }
}

function parseNumber(digits: string): bigint | number {
  return /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : Number(digits);
}

function onDuplicateKey(): never {
  throw new Error('is JSON that repeats a property with another value');
}

/** A bigint becomes a JSON number. @throws an error of the language for a value that JSON cannot express, such as a cycle */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? '';
}
