import { describe, expect, it } from '@jest/globals';
import { textViolations } from '../../src/domain/values.js';

const NOT_BLANK = 'must contain a character that is not white space';

function messages(text: string): string[] {
  return textViolations('name', text, 5).map(({ message }) => message);
}

describe('A text', () => {
  it.each([
    ['one letter', 'x'],
    ['as many code points as allowed', '🦊'.repeat(5)],
    ['a zero-width space, which Unicode does not count as white space', '\u200B'],
    ['a lone combining accent', '\u0301'],
    ['white space around something', '\u3000x '],
    ['U+0020, U+007E and U+00A0, the neighbours of the control characters', ' ~\u00A0x'],
  ])('is accepted, such as %s', (_, text) => {
    expect(messages(text)).toEqual([]);
  });

  it.each([
    ['an empty text', '', [NOT_BLANK]],
    ['a blank text', ' \u00A0\u2003', [NOT_BLANK]],
    ['a byte order mark', '\uFEFF', [NOT_BLANK]],
    ['a text that is too long', 'xxxxxx', ['must be at most 5 characters long']],
    ['a blank text that is too long', ' '.repeat(6), [NOT_BLANK, 'must be at most 5 characters long']],
    ['an unpaired surrogate', 'a\uD83E', ['must not contain an unpaired surrogate']],
    ['a surrogate pair in reverse order', '\uDD8A\uD83E', ['must not contain an unpaired surrogate']],
  ])('is refused with its violations, such as %s', (_, text, violations) => {
    expect(messages(text)).toEqual(violations);
  });

  it('may have every character up to U+0200 except the 65 control characters', () => {
    const refused = Array.from({ length: 0x201 }, (_, code) => code).filter(
      (code) => messages(`x${String.fromCharCode(code)}`).length > 0,
    );
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, each) => from + each);
    expect(refused).toEqual([...range(0x00, 0x1f), ...range(0x7f, 0x9f)]);
  });
});
