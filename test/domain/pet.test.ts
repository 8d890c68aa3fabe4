import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../../src/domain/errors.js';
import { INT64_MAX, INT64_MIN, isInt64 } from '../../src/domain/values.js';
import {
  type NewPet,
  createPet,
  isPetStatus,
  isSamePet,
  parsePetId,
  petViolations,
  PET_STATUSES,
  restorePet,
} from '../../src/domain/pet.js';
import { newPetArbitrary } from '../support/arbitraries.js';

const REX = createPet({ name: 'Rex', categoryId: 3n, status: 'sold' });

describe('A new animal', () => {
  it('keeps exactly what was proposed', () => {
    fc.assert(fc.property(newPetArbitrary, (draft) => expect(createPet(draft)).toEqual(draft)));
  });

  it('is available where nothing else is proposed', () => {
    expect(createPet({ name: 'Rex', categoryId: 3n })).toEqual({ ...REX, status: 'available' });
  });

  it('takes nothing along that no animal has', () => {
    expect(createPet({ ...REX, ...{ id: 1n, age: 3 } })).toEqual(REX);
  });

  it('is refused with every fault at once, each by its member', () => {
    const draft = { name: '\n', categoryId: INT64_MAX + 1n, status: 'lost' };
    expect(() => createPet(draft)).toThrow(
      new DomainError(
        'invalid',
        'name must contain a character that is not white space; name must not contain control characters; ' +
          'categoryId must be between -9223372036854775808 and 9223372036854775807; ' +
          'status must be one of available, pending, sold.',
      ),
    );
  });

  it.each([INT64_MIN, -1n, 0n, 2n ** 53n + 1n, INT64_MAX])('may be of the category %d', (categoryId) => {
    expect(petViolations({ categoryId })).toEqual([]);
  });

  it.each([INT64_MIN - 1n, INT64_MAX + 1n, 2n ** 64n])('may not be of the category %d', (categoryId) => {
    expect(petViolations({ categoryId })).toHaveLength(1);
  });

  it.each(['', 'Sold', 'sold ', 'toString', '__proto__'])('has no status "%s"', (status) => {
    expect(isPetStatus(status)).toBe(false);
    expect(petViolations({ status })).toEqual([
      { member: 'status', message: 'must be one of available, pending, sold' },
    ]);
  });
});

describe('An animal of the store', () => {
  it('is rebuilt as it was kept, even where a rule has changed since', () => {
    expect(restorePet(1n, ' ', 3n, 'sold')).toEqual({ id: 1n, name: ' ', categoryId: 3n, status: 'sold' });
  });

  it('cannot have a status that this program never stores', () => {
    expect(() => restorePet(7n, 'Rex', 3n, 'lost')).toThrow('animal 7 has the unknown status "lost"');
  });

  it.each([1n, INT64_MAX])('may have the id %d', (id) => {
    expect(restorePet(id, 'Rex', 3n, 'sold')).toEqual({ ...REX, id });
  });

  it.each([0n, -1n, INT64_MAX + 1n])('cannot have the id %d', (id) => {
    expect(() => restorePet(id, 'Rex', 3n, 'sold')).toThrow(`${id} is not the id of an animal`);
  });

  it('has passed the rules of a new one: an object literal is no animal to the compiler', () => {
    // @ts-expect-error a literal lacks the brand that createPet gives
    const literal: NewPet = { name: '', categoryId: 3n, status: 'sold' };
    expect(petViolations(literal)).not.toEqual([]);
  });
});

describe('Two animals', () => {
  it('are the same where they say the same', () => {
    expect(isSamePet(REX, { ...REX })).toBe(true);
    expect(isSamePet(REX, { ...REX, ...{ id: 9n } })).toBe(true);
  });

  it.each([
    ['name', { name: 'rex' }],
    ['category', { categoryId: 4n }],
    ['status', { status: 'pending' as const }],
  ])('differ by their %s', (_, other) => {
    expect(isSamePet(REX, { ...REX, ...other })).toBe(false);
  });

  it('differ where their names only look alike', () => {
    expect(isSamePet({ ...REX, name: 'Zo\u00EB' }, { ...REX, name: 'Zoe\u0308' })).toBe(false);
  });
});

describe('An identifier', () => {
  it('is read from the decimal digits of any positive int64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: INT64_MAX }), (id) => {
        expect(parsePetId(`${id}`)).toBe(id);
      }),
    );
    expect(parsePetId('9223372036854775807')).toBe(INT64_MAX);
  });

  it.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e1',
    ' 1',
    '1 ',
    '1\n',
    '٣',
    '0x1',
    '9223372036854775808',
    '9'.repeat(99),
  ])('is not read from "%s"', (text) => {
    expect(parsePetId(text)).toBeUndefined();
  });
});

describe('int64', () => {
  it('is 64 bits with a sign', () => {
    expect([INT64_MIN, INT64_MAX]).toEqual([-9223372036854775808n, 9223372036854775807n]);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
        (value) => isInt64(value) === (BigInt.asIntN(64, value) === value),
      ),
    );
  });
});

it('The statuses are those of the specification', () => {
  expect(PET_STATUSES).toEqual(['available', 'pending', 'sold']);
});
