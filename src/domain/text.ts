// U+0000-001F and U+007F-009F: the C0 controls, DELETE and the C1 controls.
const CONTROL_CHARACTER = /\p{Cc}/u;
const NOT_WHITE_SPACE = /\S/u;

/**
 * The violations of a text for people to read, as phrases that follow its name. Costs linear time.
 * @param maxCodePoints the greatest length in Unicode code points: an emoji counts as one.
 */
export function textViolations(text: string, maxCodePoints: number): string[] {
  const violations: string[] = [];
  if (!text.isWellFormed()) violations.push('must not contain an unpaired surrogate');
  if (!NOT_WHITE_SPACE.test(text)) violations.push('must contain a character that is not white space');
  if (Array.from(text).length > maxCodePoints) violations.push(`must be at most ${maxCodePoints} characters long`);
  if (CONTROL_CHARACTER.test(text)) violations.push('must not contain control characters');
  return violations;
}
