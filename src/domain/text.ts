// U+0000-001F and U+007F-009F: the C0 controls, DELETE and the C1 controls.
const CONTROL_CHARACTER = /\p{Cc}/u;
const NOT_WHITE_SPACE = /\S/u;

/**
 * What is wrong with a text that a person is to read, as words that follow its name; empty where nothing is.
 * Lengths are Unicode code points, so an emoji counts as one.
 */
export function textViolations(text: string, maxCodePoints: number): string[] {
  const faults: string[] = [];
  if (!text.isWellFormed()) faults.push('must not contain an unpaired surrogate');
  if (!NOT_WHITE_SPACE.test(text)) faults.push('must contain a character that is not white space');
  // A text has no more code points than UTF-16 units, which cost nothing to count.
  if (text.length > maxCodePoints && Array.from(text).length > maxCodePoints)
    faults.push(`must be at most ${maxCodePoints} characters long`);
  if (CONTROL_CHARACTER.test(text)) faults.push('must not contain control characters');
  return faults;
}
