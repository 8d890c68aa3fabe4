import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCursor, writeCursor } from '../../../../../../src/adapters/inbound/http/api/pets/page-query.js';
import { INT64_MAX } from '../../../../../../src/domain/values.js';
import { PET_STATUSES } from '../../../../../../src/domain/pet.js';

const position = fc.record({
  after: fc.oneof(fc.bigInt({ min: 0n, max: INT64_MAX }), fc.constantFrom(0n, 1n, 2n ** 53n + 1n, INT64_MAX)),
  status: fc.constantFrom(undefined, ...PET_STATUSES),
});
const BASE64URL = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

/** A token with these bytes and the right checksum. */
function forged(filter: number, after: bigint): string {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt8(filter, 0);
  bytes.writeBigUInt64BE(after, 1);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 9)), 9);
  return bytes.toString('base64url');
}

describe('A cursor', () => {
  it('reads back as its position, and has 18 characters that need no escape', () => {
    fc.assert(
      fc.property(position, (written) => {
        const token = writeCursor(written);
        expect(token).toMatch(/^[A-Za-z0-9_-]{18}$/);
        expect(readCursor(token)).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused if one character is changed, removed or added', () => {
    const character = fc.constantFrom(...BASE64URL, '=', '+', '/', ' ', '\n', 'ÿ');
    fc.assert(
      fc.property(position, fc.nat({ max: 17 }), character, (written, at, other) => {
        const token = writeCursor(written);
        const [before, after] = [token.slice(0, at), token.slice(at + 1)];
        if (token[at] !== other) expect(readCursor(before + other + after)).toBeUndefined();
        expect(readCursor(before + after)).toBeUndefined();
        expect(readCursor(before + other + token.slice(at))).toBeUndefined();
        expect(readCursor(token + other)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same in every version, so that clients may keep one', () => {
    const kept = {
      AAAAAAAAAAAqPbLdeA: { after: 42n, status: undefined },
      AQAAAAAAAAAqKsnJOw: { after: 42n, status: 'available' },
      AgAAAAAAAAAqE0T1_g: { after: 42n, status: 'pending' },
      A3__________yNmtxA: { after: INT64_MAX, status: 'sold' },
    } as const;
    expect(Object.entries(kept).map(([token, position]) => [token, readCursor(token), writeCursor(position)])).toEqual(
      Object.entries(kept).map(([token, position]) => [token, position, token]),
    );
  });

  it('that is forged yields no id or status that the store cannot hold', () => {
    expect(readCursor(forged(0, INT64_MAX + 1n))).toBeUndefined();
    expect(readCursor(forged(3, 1n))).toEqual({ after: 1n, status: 'sold' });
    expect(readCursor(forged(99, 1n))).toBeUndefined();
  });
});
