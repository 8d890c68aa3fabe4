import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPetDraft, writePet, writePets } from '../../../../../../src/adapters/inbound/http/api/pets/pet-json.js';
import { parseJsonInteger, parseStrictJson } from '../../../../../../src/adapters/inbound/http/request/strict-json.js';
import { INT64_MAX, isInt64 } from '../../../../../../src/domain/values.js';
import { newPetArbitrary } from '../../../../../support/pet-properties.js';
import { exactJson } from '../../../../../support/http-client.js';

/** The integer that a JSON number stands for, reckoned with fractions; `undefined` if it is not an integer. */
function reference(text: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

const numberText = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/),
  fc
    .tuple(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), fc.nat({ max: 20 }))
    .map(([integer, zeros]) => `${integer}${'0'.repeat(zeros)}e-${zeros}`),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 3 }))
    .map(([integer, zeros]) => `${integer}.${'0'.repeat(zeros + 1)}`),
);

describe('A JSON number', () => {
  it('is read as exactly the integer that it means, or refused', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const [expected, read] = [reference(text), parseJsonInteger(text)];
        if (expected === undefined || isInt64(expected)) expect(read).toBe(expected);
        else {
          expect(read !== undefined && isInt64(read)).toBe(false);
          expect(read !== undefined && read < 0n).toBe(expected < 0n);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['1e999999999', INT64_MAX + 1n],
    [`1e${'9'.repeat(400)}`, INT64_MAX + 1n],
    [`1e-${'9'.repeat(400)}`, undefined],
    [`0.${'0'.repeat(100_000)}1e100001`, 1n],
    [`1${'0'.repeat(100_000)}e-100000`, 1n],
  ])('is read as an integer or refused at any length', (text, expected) => {
    expect(parseJsonInteger(text)).toBe(expected);
  });
});

it('An animal is written as JSON that reads back as the same animal', () => {
  fc.assert(
    fc.property(newPetArbitrary, fc.bigInt({ min: 1n, max: INT64_MAX }), (pet, id) => {
      const text = writePet({ id, ...pet });
      expect(exactJson(text)).toEqual({ id, ...pet });
      expect(writePets([{ id, ...pet }])).toBe(`[${text}]`);
      const sent = Buffer.from(text.replace(/^\{"id":\d+,/, '{'));
      expect(readPetDraft(parseStrictJson(sent))).toEqual({ draft: pet, unread: [] });
    }),
  );
});
