import fc from 'fast-check';
import { newPet, PET_NAME_MAX_LENGTH, PET_STATUSES, type NewPet } from '../../src/domain/pet.js';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';

// What the tests know of each property of an animal. The compiler asks here for a new property, and other tests need no
// line for it.

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
const petNameArbitrary: fc.Arbitrary<string> = fc
  .string({ unit: codePoint, minLength: 1, maxLength: PET_NAME_MAX_LENGTH, size: 'max' })
  .filter((name) => /\S/u.test(name));

const int64Arbitrary: fc.Arbitrary<bigint> = fc.oneof(
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

/** An animal no value of which is a default, or part of another text of a page. */
export const ANIMAL = { name: 'Zanzibar', categoryId: 471_100_815n, status: 'pending' } as const satisfies NewPet;

/** An animal with another value for each property. */
export const OTHER = { name: 'Timbuktu', categoryId: 471_100_816n, status: 'sold' } as const satisfies NewPet;

/** For each property, a text for each rule that it can break. */
export const WRONG_TEXTS_OF = {
  name: ['', ' ', 'a'.repeat(256), 'line\nbreak'],
  categoryId: ['9223372036854775808', '-9223372036854775809'],
  status: ['lost'],
} as const satisfies Record<keyof NewPet, readonly string[]>;

/** For each property, values that its column refuses, each by what is wrong with it. */
export const WRONG_VALUES_OF: Readonly<Record<keyof NewPet, Readonly<Record<string, unknown>>>> = {
  name: {
    'is empty': '',
    'has 256 characters': 'x'.repeat(256),
    'has 255 characters and a space': 'x'.repeat(255) + ' ',
    'has 255 characters and many spaces': 'x'.repeat(255) + ' '.repeat(50),
    'is missing': null,
  },
  categoryId: { 'is not a number': 'x', 'is missing': null },
  status: { 'is unknown': 'lost', 'is in another case': 'Sold', 'is a number': 1, 'is missing': null },
};

/** Texts of JSON values, good and bad, for a property of a body. */
export const anyJsonText = fc.oneof(
  fc.constantFrom('null', 'true', '{}', '[]', '""', '0', '"1"', '["Rex"]'),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
);

const nameText = fc.oneof(
  { weight: 12, arbitrary: petNameArbitrary.map((name) => JSON.stringify(name)) },
  fc
    .tuple(fc.constantFrom('x', '🦊', 'e\u0301', ' ', '\u00a0x'), fc.integer({ min: 125, max: 258 }))
    .map(([unit, count]) => JSON.stringify(unit.repeat(count))),
  fc
    .string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u1680', '\u2028', '\u3000', '\ufeff', '\u200b', '\u0085') })
    .map((name) => JSON.stringify(name)),
  fc
    .tuple(fc.integer({ min: 0, max: 0x1ff }), fc.constantFrom('', 'x'))
    .map(([unit, rest]) => `"${escaped(unit)}${rest}"`),
  fc.integer({ min: 0xd7fe, max: 0xe001 }).map((unit) => `"${escaped(unit)}"`),
  fc.constant('"\\ud83e\\udd8a"'),
  anyJsonText,
);

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;

const integerText = fc.oneof(
  { weight: 12, arbitrary: int64Arbitrary.map(String) },
  fc
    .tuple(fc.constantFrom(INT64_MIN, INT64_MAX, 0n), fc.bigInt({ min: -3n, max: 3n }))
    .map(([edge, by]) => `${edge + by}`),
  fc.constantFrom(
    ...'1.0 1e2 1E+2 100e-2 1.5 -0 -0.0 1e-1 1e18 1e19 9.3e18 1e400 -1e400 1e-400 01 +1 .5 1. NaN'.split(' '),
  ),
  fc.constantFrom('9223372036854775807.0', '9223372036854775807.5', '9223372036854775808'),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,4})?([eE][+-]?\d{1,3})?$/),
  anyJsonText,
);

const statusText = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PET_STATUSES.map((status) => `"${status}"`), '"\\u0073old"') },
  fc.constantFrom('"Sold"', '""', '"sold "', '"lost"'),
  anyJsonText,
);

/** Texts of JSON, good and bad, for each property of a body, which is mostly there. */
export const petPropertyTexts = {
  name: fc.option(nameText, { freq: 10, nil: undefined }),
  categoryId: fc.option(integerText, { freq: 10, nil: undefined }),
  status: fc.option(statusText, { freq: 2, nil: undefined }),
} satisfies Record<keyof NewPet, fc.Arbitrary<string | undefined>>;
