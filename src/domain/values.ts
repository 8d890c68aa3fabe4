import type { Violation } from './errors.js';

/** Bounds of the specification's `int64`: a signed integer of 64 bits. */
export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

// U+0000-001F and U+007F-009F: the C0 controls, DELETE and the C1 controls.
const CONTROL_CHARACTER = /\p{Cc}/u;
const NOT_WHITE_SPACE = /\S/u;

/** The rules that a text for people to read breaks. Costs linear time. An emoji is one code point. */
export function textViolations(member: string, text: string, maxCodePoints: number): Violation[] {
  const messages: string[] = [];
  if (!text.isWellFormed()) messages.push('must not contain an unpaired surrogate');
  if (!NOT_WHITE_SPACE.test(text)) messages.push('must contain a character that is not white space');
  if (Array.from(text).length > maxCodePoints) messages.push(`must be at most ${maxCodePoints} characters long`);
  if (CONTROL_CHARACTER.test(text)) messages.push('must not contain control characters');
  return messages.map((message) => ({ member, message }));
}

/** A copy of a stored object without members that are undefined. @throws Error for a value that is never stored */
export function restore<T extends object>(kind: string, row: { [Name in keyof T]: T[Name] }): T {
  const present = Object.entries<unknown>(row).filter(([, value]) => value !== undefined);
  const isRight = present.every(([name, value]) => {
    if (typeof value === 'bigint') return value >= 1n && value <= INT64_MAX;
    if (value instanceof Date) return !Number.isNaN(value.getTime());
    return name !== 'hash' || /^[\da-f]{64}$/.test(String(value));
  });
  if (!isRight) throw new Error(`the store holds a damaged ${kind}`);
  return Object.fromEntries(present) as T; // the members of `row` that have a value
}
