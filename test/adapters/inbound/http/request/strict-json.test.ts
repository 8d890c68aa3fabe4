import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseStrictJson } from '../../../../../src/adapters/inbound/http/request/strict-json.js';

const read = (text: string) => parseStrictJson(Buffer.from(text));

/** A value with the text that stands for it. */
interface Written {
  readonly text: string;
  readonly value: unknown;
}

const written = (value: unknown): Written => ({ text: JSON.stringify(value), value });

// Of all code points few have a meaning in JSON, so that ASCII comes as often as all of them.
const string = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }));
const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ text: String(value), value }));
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value));
const nested = fc.constantFrom('[]', '{}', '[[1,{"a":[]}],true]').map((text) => ({ text, value: expect.anything() }));
const value: fc.Arbitrary<Written> = fc.oneof(
  fc.oneof(string, fraction, fc.constantFrom(true, false, null)).map(written),
  integer,
  nested,
);
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const properties = fc.uniqueArray(fc.tuple(string, value), { selector: ([name]) => name, maxLength: 20 });

describe('Strict JSON', () => {
  it('has every property of the body, and each integer exactly', () => {
    fc.assert(
      fc.property(properties, space, (all, gap) => {
        const texts = all.map(([name, { text }]) => [gap, JSON.stringify(name), gap, ':', gap, text, gap].join(''));
        const body = `${gap}{${texts.join(',')}${gap}}${gap}`;
        expect(new Map(read(body))).toEqual(new Map(all.map(([name, { value: expected }]) => [name, expected])));
      }),
      { numRuns: 1000 },
    );
  });

  it('is what JSON.parse accepts, whatever is inserted, cut or replaced', () => {
    const pieces = ['\n', '\f', ...String.raw`{ } [ ] , : " \ \u00 - 0 1 . e + true nul`.split(' ')];
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(fc.constantFrom(...pieces, '\u00a0'), string));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
        let body = '{"a":-1.5e+3,"b":"\\u00e9\\n","c":[{},null]}';
        for (const [at, length, text] of edits) {
          const start = at % (body.length + 1);
          body = body.slice(0, start) + text + body.slice(start + length);
        }
        const isAccepted = (parse: () => unknown) => {
          try {
            const result = parse();
            return typeof result === 'object' && result !== null && !Array.isArray(result);
          } catch (error) {
            // JSON.parse knows neither of these rules.
            return /two values|surrogate|byte order/.test(String(error));
          }
        };
        expect(isAccepted(() => read(body))).toBe(isAccepted(() => JSON.parse(body.toWellFormed())));
      }),
      { numRuns: 5000 },
    );
  });

  it('names every property with two different values and every one with an unpaired surrogate', () => {
    const text = String.raw`{"a":1,"b":"\ud83e","\u0061":{},"c":[],"c":1,"\ud800":1,"d":2,"d":2.0,"__proto__":1,"__proto__":2}`;
    expect(() => read(text)).toThrow(/^"a", "c", "__proto__" .* two values; "b", "\\ud800" .* surrogate/);
  });
});
