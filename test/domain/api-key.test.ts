import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { systemSecrets } from '../../src/adapters/outbound/system/secrets.js';
import { generateApiKey, isWellFormedApiKey, newApiKey, successorName } from '../../src/domain/api-key.js';

const BASE62 = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const NOW = new Date('2026-12-01T12:00:00Z');
const later = (time: number) => new Date(NOW.getTime() + time);
const draft = { accountId: 7n, name: 'laptop', createdAt: NOW };

describe('A new key', () => {
  it('is as_, 30 random characters, and 6 characters of CRC-32 over the preceding text', () => {
    const keys = Array.from({ length: 100 }, () => generateApiKey(systemSecrets));
    for (const key of keys) {
      expect(key).toMatch(/^as_[0-9A-Za-z]{36}$/);
      expect(isWellFormedApiKey(key, systemSecrets)).toBe(true);
      const value = Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }
    expect(new Set(keys).size).toBe(100);
  });
});

it.each([
  ['Till', 'Till (2)'],
  ['Till (2)', 'Till (3)'],
  ['Till 3', 'Till 3 (2)'],
  ['Till (999999999)', 'Till (1000000000)'],
  ['(2)', '(2) (2)'],
  ['🐈'.repeat(100), `${'🐈'.repeat(96)} (2)`],
  [`${'x'.repeat(96)} (9)`, `${'x'.repeat(95)} (10)`],
])('The key that replaces %s has the name %s, which breaks no rule', (name, wanted) => {
  const successor = successorName(name);
  expect(successor).toBe(wanted);
  expect(newApiKey(generateApiKey(systemSecrets), { ...draft, name: successor }, systemSecrets).name).toBe(wanted);
});

describe('A mistyped key', () => {
  const key = generateApiKey(systemSecrets);

  it('does not match its checksum after a change of any one character', () => {
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...BASE62, '_', '-'), (at, other) => {
        fc.pre(key[at] !== other);
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1), systemSecrets)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

it.each(['', `as_${'0'.repeat(29)}`, `as_${'0'.repeat(31)}`, `AS_${'0'.repeat(30)}`, `as_${'-'.repeat(30)}`])(
  'A right checksum does not make a text a key: %j',
  (body) => {
    const digit = (place: number) => BASE62[Math.floor(crc32(body) / 62 ** place) % 62];
    expect(isWellFormedApiKey(body + [5, 4, 3, 2, 1, 0].map(digit).join(''), systemSecrets)).toBe(false);
  },
);

describe('The stored form of a key', () => {
  const key = generateApiKey(systemSecrets);

  it('is its SHA-256 and its first 11 characters, never the key', () => {
    const kept = newApiKey(key, { ...draft, expiresAt: later(1) }, systemSecrets);
    expect(kept).toEqual({ ...draft, expiresAt: later(1), prefix: key.slice(0, 11), hash: systemSecrets.sha256(key) });
    expect(Object.values(kept).join()).not.toContain(key.slice(11));
  });

  it('may not have a name that breaks the rules of a text or has more than 100 characters, nor expire at once', () => {
    expect(() =>
      newApiKey(key, { ...draft, expiresAt: NOW, name: `\t\ud83e${'x'.repeat(100)}` }, systemSecrets),
    ).toThrow(/^name .*surrogate; name .*100 .*; name .*control .*; expiry .*future\.$/);
    expect(newApiKey(key, { ...draft, name: 'x'.repeat(100) }, systemSecrets)).not.toHaveProperty('expiresAt');
  });
});
