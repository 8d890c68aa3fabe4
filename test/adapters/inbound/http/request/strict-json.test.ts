import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HttpError } from '../../../../../src/adapters/inbound/http/errors.js';
import { JsonNumber, NESTED, parseStrictJson } from '../../../../../src/adapters/inbound/http/request/strict-json.js';

const read = (text: string) => parseStrictJson(Buffer.from(text));

/** The object that JSON.parse reads, without the insides of its members; `undefined` where it refuses the text. */
function reference(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, flat(member)]));
  } catch {
    return undefined;
  }
}

/** The same, read by the strict reader. */
function strict(text: string): unknown {
  try {
    return Object.fromEntries(
      [...read(text)].map(([name, value]) => [name, value instanceof JsonNumber ? Number(value.text) : value]),
    );
  } catch (error) {
    if (error instanceof HttpError && error.code === 'malformed_json') return undefined;
    throw error;
  }
}

function flat(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? NESTED : value;
}

// Of all code points few have a meaning in JSON, so that ASCII comes as often as all of them.
const wellFormed = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }));
const objectText = fc
  .tuple(
    fc.dictionary(
      wellFormed,
      fc.oneof(
        wellFormed,
        ...(['binary', 'binary-ascii'] as const).map((stringUnit) => fc.jsonValue({ stringUnit, maxDepth: 4 })),
      ),
    ),
    fc.constantFrom(undefined, 1, '\t', ' \r\n'),
  )
  .map(([value, space]) => JSON.stringify(value, null, space));

describe('Strict JSON', () => {
  it('reads every object without duplicates as JSON.parse does', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        expect(strict(text)).toEqual(reference(text));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses every text that JSON.parse refuses, and reads every other text as the same value', () => {
    const damaged = fc
      .tuple(
        objectText,
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.oneof(fc.string({ maxLength: 2 }), fc.constantFrom('"', ',', '\\', '0', '}', '\n')),
      )
      .map(([text, place, removed, added]) => {
        const at = place % text.length;
        return (text.slice(0, at) + added + text.slice(at + removed)).toWellFormed(); // a cut through a pair leaves half
      });
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: damaged }, fc.string(), fc.json()), (text) => {
        const value = strict(text);
        if (value !== undefined) expect(value).toEqual(reference(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses a repeated member, however deep it is', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat({ max: 20 }), (name, depth) => {
        const member = `${JSON.stringify(name)}:1`;
        const text = `${'{"a":['.repeat(depth)}{${member},${member}}${']}'.repeat(depth)}`;
        expect(() => read(text)).toThrow(
          depth < 16 ? `${cut(name)} must not appear more than once.` : /nested|more than once/,
        );
      }),
    );
  });

  it.each(['9223372036854775807', '1.0', '1e2', '-0', '0.10', '1E400', '123456789012345678901234567890.5'])(
    'keeps the number %s as it was written',
    (text) => {
      expect(read(`{"a": ${text} }`).get('a')).toEqual(new JsonNumber(text));
    },
  );

  it('accepts 32 levels and no more, and does not count brackets in strings', () => {
    const nested = (depth: number) => `{"[{\\"[":${'['.repeat(depth - 1)}"]}{["${']'.repeat(depth - 1)}}`;
    expect(() => read(nested(32))).not.toThrow();
    expect(() => read(nested(33))).toThrow('The body is nested more than 32 levels deep.');
  });

  it.each(['[]', '{}', '[{}]', '{"b":[]}'])(
    'accepts any number of %s side by side, which are no deeper than one',
    (value) => {
      expect(() => read(`{"a":[${Array(100).fill(value).join()}]}`)).not.toThrow();
    },
  );

  it('names every duplicate member and every member with an unpaired surrogate', () => {
    const text = String.raw`{"a":1,"b":["\ud83e"],"a":{"c":0,"c":0},"d":"\udd8a","\ud800":1}`;
    expect(() => read(text)).toThrow(
      String.raw`"a", "c" must not appear more than once; "b", "d", "\ud800" must not contain an unpaired surrogate.`,
    );
  });

  it('names at most ten members, and cuts long names', () => {
    const name = (at: number) => `${at}`.padEnd(41, 'x');
    const text = `{${Array.from({ length: 60 }, (_, at) => `"${name(at % 30)}":1`).join()}}`;
    const listed = Array.from({ length: 10 }, (_, at) => `"${name(at).slice(0, 40)}…"`).join(', ');
    expect(() => read(text)).toThrow(`${listed} and 20 more must not appear more than once.`);
  });

  it('names all of ten members, and does not cut names of 40 characters', () => {
    const names = Array.from({ length: 10 }, (_, at) => JSON.stringify(`${at}`.padEnd(40, 'x')));
    const text = `{${[...names, ...names].map((name) => `${name}:1`).join()}}`;
    expect(() => read(text)).toThrow(`${names.join(', ')} must not appear more than once.`);
  });
});

const cut = (name: string) => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
