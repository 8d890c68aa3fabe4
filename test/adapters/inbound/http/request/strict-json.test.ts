import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonNumber, parseStrictJson } from '../../../../../src/adapters/inbound/http/request/strict-json.js';

const read = (text: string) => parseStrictJson(Buffer.from(text));

/** A value with the text that stands for it. */
interface Written {
  readonly text: string;
  readonly value: unknown;
}

const written = (value: unknown): Written => {
  const text = JSON.stringify(value);
  return { text, value: JSON.parse(text) as unknown }; // JSON.stringify writes -0 as 0.
};

// Of all code points few have a meaning in JSON, so that ASCII comes as often as all of them.
const string = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }));
const number = fc
  .stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/)
  .map((text) => ({ text, value: new JsonNumber(text) }));
const nested = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(string, fc.jsonValue())).map(written);
const value = fc.oneof(string.map(written), number, fc.constantFrom(true, false, null).map(written), nested);
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const properties = fc.uniqueArray(fc.tuple(string, value), { selector: ([name]) => name, maxLength: 20 });

describe('Strict JSON', () => {
  it('has every property of the body, with each number as it was written', () => {
    fc.assert(
      fc.property(properties, space, (all, gap) => {
        const texts = all.map(([name, { text }]) => [gap, JSON.stringify(name), gap, ':', gap, text, gap].join(''));
        const body = `${gap}{${texts.join(',')}${gap}}${gap}`;
        expect(new Map(read(body))).toEqual(new Map(all.map(([name, { value: expected }]) => [name, expected])));
      }),
      { numRuns: 1000 },
    );
  });

  it('names every duplicate property and every property with an unpaired surrogate', () => {
    const text = String.raw`{"a":1,"b":"\ud83e","\u0061":{},"c":[],"c":1,"\ud800":1}`;
    expect(() => read(text)).toThrow(/^"a", "c" .* once; "b", "\\ud800" .* surrogate/);
  });

  it.each([
    [10, '"', ''],
    [30, '…"', ' and 20 more'],
  ])('names at most ten of %i properties, and cuts names above 40 characters', (count, end, more) => {
    const name = (at: number) => `${at}`.padEnd(end === '"' ? 40 : 41, 'x');
    const text = `{${Array.from({ length: 2 * count }, (_, at) => `"${name(at % count)}":1`).join()}}`;
    const listed = Array.from({ length: 10 }, (_, at) => `"${name(at).slice(0, 40)}${end}`).join(', ');
    expect(() => read(text)).toThrow(`${listed}${more} must `);
  });

  it('refuses a body with more than a thousand strings, numbers and brackets', () => {
    const text = (items: number) => `{"a":1,"b":[${Array(items).fill('0').join()}]}`;
    expect([...read(text(993)).keys()]).toEqual(['a', 'b']);
    expect(() => read(text(994))).toThrow(/numbers and brackets.* "a", "b"/);
  });
});
