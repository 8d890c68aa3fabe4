import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HttpError } from '../../../../../src/adapters/inbound/http/api/errors.js';
import {
  JsonNumber,
  parseStrictJson,
  type JsonValue,
} from '../../../../../src/adapters/inbound/http/request/strict-json.js';

const read = (text: string) => parseStrictJson(Buffer.from(text));

/** What JSON.parse makes of it; `undefined` where it refuses. */
function reference(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function strict(text: string): unknown {
  try {
    return plain(read(text));
  } catch (error) {
    if (error instanceof HttpError && error.code === 'malformed_json') return undefined;
    throw error;
  }
}

function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map((element) => plain(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]));
}

const wellFormed = fc.string({ unit: 'binary' });
const objectText = fc
  .tuple(
    fc.dictionary(wellFormed, fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 })),
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

  it('refuses every text that JSON.parse refuses, and reads no other value into the rest', () => {
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

  it('refuses any bytes that are not UTF-8 the way the standard decoder does', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
        const body = Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from('"}')]);
        let text: string | undefined;
        try {
          text = decoder.decode(body);
        } catch {
          expect(() => parseStrictJson(body)).toThrow('The body is not valid UTF-8.');
        }
        if (text !== undefined) expect(strict(text)).toEqual(reference(text));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a member that is there twice, wherever it is', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat({ max: 20 }), (name, depth) => {
        const member = `${JSON.stringify(name)}:1`;
        const text = `${'{"a":['.repeat(depth)}{${member},${member}}${']}'.repeat(depth)}`;
        expect(() => read(text)).toThrow(
          depth < 16 ? `The member ${JSON.stringify(name)} appears more than once.` : /nested|more than once/,
        );
      }),
    );
  });

  it.each(['9223372036854775807', '1.0', '1e2', '-0', '0.10', '1E400', '123456789012345678901234567890.5'])(
    'keeps the number %s as it was written',
    (text) => {
      expect(read(`{"a":[ ${text} ]}`).get('a')).toEqual([new JsonNumber(text)]);
    },
  );

  it('takes 32 levels and not one more, brackets in strings aside', () => {
    const nested = (depth: number) => `{"[{\\"[":${'['.repeat(depth - 1)}"]}{["${']'.repeat(depth - 1)}}`;
    expect(() => read(nested(32))).not.toThrow();
    expect(() => read(nested(33))).toThrow('The body is nested more than 32 levels deep.');
  });

  it('is quick with 100 KiB of anything', () => {
    const start = performance.now();
    for (const unit of ['[', '{"a":', '"', '\\', '"\\', '0', ' ', '{},', '"a":1,', '\\"']) {
      expect(strict(unit.repeat(100_000 / unit.length))).toBeUndefined();
      expect(strict(`{"a":"${unit.repeat(50_000 / unit.length)}`)).toBeUndefined();
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
