import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX } from '../../src/domain/values.js';
import { type NewPet, isSamePet, newPet, parsePetId } from '../../src/domain/pet.js';
import { newPetArbitrary, petProperties } from '../support/pet-properties.js';

const REX = newPet({ name: 'Rex', categoryId: 3n, status: 'sold' });

describe('Two animals', () => {
  it.each(Object.entries<fc.Arbitrary<unknown>>(petProperties))(
    'are the same only with the same %s',
    (name, values) => {
      fc.assert(
        fc.property(newPetArbitrary, values, (pet, value) => {
          const isSame = isSamePet(pet, { ...pet, [name]: value });
          expect(isSame).toBe(pet[name as keyof NewPet] === value);
        }),
      );
    },
  );

  it.each(['rex', 'R\u0435x'])('are not the same if their names only look alike: %s', (name) => {
    expect(isSamePet(REX, { ...REX, name })).toBe(false);
  });
});

describe('An identifier', () => {
  it('is read from the decimal digits of any positive int64', () => {
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: INT64_MAX }), (id) => expect(parsePetId(`${id}`)).toBe(id)));
    expect(parsePetId('9223372036854775807')).toBe(INT64_MAX);
  });

  const NOT_IDENTIFIERS = ['', '0', '01', '-1', '1e1', ' 1', '1\n', '٣', '0x1', '9223372036854775808', '9'.repeat(99)];
  it.each(NOT_IDENTIFIERS)('is not read from "%s"', (text) => {
    expect(parsePetId(text)).toBeUndefined();
  });
});

it('A name may have every character up to U+0200 except the 65 control characters', () => {
  const codes = Array.from({ length: 0x201 }, (_, code) => code);
  for (const code of codes) {
    const add = expect(() => newPet({ ...REX, name: `x${String.fromCharCode(code)}` }));
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) add.toThrow('name must not contain control characters');
    else add.not.toThrow();
  }
});
