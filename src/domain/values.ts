import type { Violation } from './errors.js';

/** The bounds of the specification's `int64`, a signed integer of 64 bits. */
export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

// The category Cc contains U+0000-001F and U+007F-009F: the C0 controls, DELETE and the C1 controls.
const CONTROL_CHARACTER = /\p{Cc}/u;
const NOT_WHITE_SPACE = /\S/u;

/** Returns the rules that a text for people breaks. A surrogate pair counts as one character. */
export function textViolations(property: string, text: string, maxCodePoints: number): Violation[] {
  const messages: string[] = [];
  if (!text.isWellFormed()) messages.push('must not contain an unpaired surrogate');
  if (!NOT_WHITE_SPACE.test(text)) messages.push('must not be blank');
  if (Array.from(text).length > maxCodePoints) messages.push(`must be at most ${maxCodePoints} characters long`);
  if (CONTROL_CHARACTER.test(text)) messages.push('must not contain control characters');
  return messages.map((message) => ({ property, message }));
}

/** The largest difference between the clocks of two machines that is still accepted, in milliseconds. */
const MAX_CLOCK_SKEW = 5 * 60_000;

/** Whether an instant lies so far in the future that only a wrong clock can have set it. */
export function isFromFuture(instant: Date, now: Date): boolean {
  return instant.getTime() - now.getTime() > MAX_CLOCK_SKEW;
}

/** The precision of the instants at which an API key was last used and a session was last seen, in milliseconds. */
const LAST_USE_PRECISION = 60_000;

/** Whether a use is recorded, which limits the writes for a key or a session. @param last the last recorded use */
export function isUseRecorded(last: Date | undefined, now: Date): boolean {
  return last === undefined || now.getTime() - last.getTime() >= LAST_USE_PRECISION;
}

export function isId(value: bigint): boolean {
  return value >= 1n && value <= INT64_MAX;
}
