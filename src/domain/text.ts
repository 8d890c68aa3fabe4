import type { Violation } from './errors.js';

// U+0000-001F and U+007F-009F: the C0 controls, DELETE and the C1 controls.
const CONTROL_CHARACTER = /\p{Cc}/u;
const NOT_WHITE_SPACE = /\S/u;

/**
 * The rules that a text for people to read breaks. Costs linear time.
 * @param maxCodePoints the greatest length in Unicode code points: an emoji counts as one.
 */
export function textViolations(member: string, text: string, maxCodePoints: number): Violation[] {
  const messages: string[] = [];
  if (!text.isWellFormed()) messages.push('must not contain an unpaired surrogate');
  if (!NOT_WHITE_SPACE.test(text)) messages.push('must contain a character that is not white space');
  if (Array.from(text).length > maxCodePoints) messages.push(`must be at most ${maxCodePoints} characters long`);
  if (CONTROL_CHARACTER.test(text)) messages.push('must not contain control characters');
  return messages.map((message) => ({ member, message }));
}
