import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, isInt64 } from '../../src/domain/values.js';
import {
  type NewPet,
  type PetMembers,
  createPet,
  isSamePet,
  parsePetId,
  petViolations,
  restorePet,
} from '../../src/domain/pet.js';

const REX = createPet({ name: 'Rex', categoryId: 3n, status: 'sold' });

it('A new animal is available by default, and has no further member', () => {
  const draft = { name: 'Rex', categoryId: 3n, ...{ id: 1n, age: 3 } };
  expect(createPet(draft)).toEqual({ ...REX, status: 'available' });
});

describe('An animal from the store', () => {
  it.each([1n, INT64_MAX])(
    'is restored with its members, even if a rule has changed since, and with the id %d',
    (id) => {
      expect(restorePet({ id, name: ' ', categoryId: 3n, status: 'sold' })).toEqual({
        id,
        name: ' ',
        categoryId: 3n,
        status: 'sold',
      });
    },
  );

  it('cannot have a status that this program never stores', () => {
    expect(() => restorePet({ ...REX, id: 7n, status: 'lost' })).toThrow('animal 7 has the unknown status "lost"');
  });

  it.each([0n, -1n, INT64_MAX + 1n])('cannot have the id %d', (id) => {
    expect(() => restorePet({ ...REX, id })).toThrow(`${id} is not the id of an animal`);
  });

  it('has passed the rules of a new one, since the compiler refuses an object literal', () => {
    // @ts-expect-error a literal lacks the brand that createPet gives
    const literal: NewPet = { name: '', categoryId: 3n, status: 'sold' };
    expect(petViolations(literal)).not.toEqual([]);
  });
});

/** For each member, other values than those of REX. */
const OTHERS: Readonly<Record<keyof PetMembers, readonly unknown[]>> = {
  name: ['rex', 'R\u0435x'],
  categoryId: [4n],
  status: ['pending'],
};

it('Two animals that differ in nothing but their identifier are the same', () => {
  expect(isSamePet({ ...REX, ...{ id: 9n } }, REX)).toBe(true);
});

it.each(Object.entries(OTHERS).flatMap(([member, values]) => values.map((value) => [member, value] as const)))(
  'Two animals with another %s are not the same: %s',
  (member, value) => {
    expect(isSamePet(REX, { ...REX, [member]: value })).toBe(false);
  },
);

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

it('an int64 has 64 bits, one of them for the sign', () => {
  const around = fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n });
  const bounds = [INT64_MIN - 1n, INT64_MIN, INT64_MAX, INT64_MAX + 1n].map((value): [bigint] => [value]);
  const isRight = (value: bigint) => isInt64(value) === (BigInt.asIntN(64, value) === value);
  fc.assert(fc.property(around, isRight), { examples: bounds });
});
