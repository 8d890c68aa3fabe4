import fc from 'fast-check';
import { newPet, PET_NAME_MAX_LENGTH, PET_STATUSES, type NewPet } from '../../src/domain/pet.js';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';

/** One code point of those that a name may have. Those that stores handle wrongly occur often. */
const codePoint = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
  fc.constantFrom(' ', '\u00a0', '\u3000', '\u0301', '\u200d', '\ufeff', '\ufffd', '\uffff', 'é', 'ß', 'İ', 'ſ'),
  fc.constantFrom('🐱', '👩', '🏽', '\u{10ffff}', '\u{e0001}', "'", '"', '\\', '%', '_', '?', ':', '$'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((point) => !/\p{Cc}/u.test(point)),
);

/**
 * Every name that the rules allow. It is not a filter by newPet, because a test would search endlessly if that
 * refused every name.
 */
export const petNameArbitrary: fc.Arbitrary<string> = fc
  .string({ unit: codePoint, minLength: 1, maxLength: PET_NAME_MAX_LENGTH, size: 'max' })
  .filter((name) => /\S/u.test(name));

export const int64Arbitrary: fc.Arbitrary<bigint> = fc.oneof(
  fc.constantFrom(INT64_MIN, INT64_MIN + 1n, -1n, 0n, 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, INT64_MAX),
  fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
);

/** Every value that the rules allow for each property of an animal. */
export const petProperties = {
  name: petNameArbitrary,
  categoryId: int64Arbitrary,
  status: fc.constantFrom(...PET_STATUSES),
} satisfies Record<keyof NewPet, fc.Arbitrary<unknown>>;

/** Every animal that the rules allow. */
export const newPetArbitrary: fc.Arbitrary<NewPet> = fc.record(petProperties).map(newPet);
