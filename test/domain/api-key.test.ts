import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SystemSecrets } from '../../src/adapters/outbound/system/system.js';
import { apiKeyState, createApiKey, generateApiKey, isWellFormedApiKey } from '../../src/domain/api-key.js';
import type { Secrets } from '../../src/domain/ports/security.js';

const secrets = new SystemSecrets();
const BASE62 = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const NOW = new Date('2026-12-01T12:00:00Z');
const later = (time: number) => new Date(NOW.getTime() + time);
const draft = { accountId: 7n, name: 'laptop', createdAt: NOW };

describe('A new key', () => {
  it('is as_, 30 random characters, and 6 characters of CRC-32 over the preceding text', () => {
    const keys = Array.from({ length: 100 }, () => generateApiKey(secrets));
    for (const key of keys) {
      expect(key).toMatch(/^as_[0-9A-Za-z]{36}$/);
      expect(isWellFormedApiKey(key, secrets)).toBe(true);
      const value = Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      expect(value).toBe(secrets.crc32(key.slice(0, -6)));
    }
    expect(new Set(keys).size).toBe(100);
  });

  it('shares its prefix, and nothing else, with the other keys of its origin', () => {
    const [one = '', other = '', third = ''] = ['a', 'a', 'b'].map((origin) => generateApiKey(secrets, origin));
    for (const key of [one, other, third]) expect(isWellFormedApiKey(key, secrets)).toBe(true);
    expect(one.slice(0, 11)).toBe('as_p1iO9phD'); // SHA-256 of "a" modulo 62^8
    expect(other.slice(0, 11)).toBe(one.slice(0, 11));
    expect(other.slice(11)).not.toBe(one.slice(11));
    expect(third.slice(0, 11)).not.toBe(one.slice(0, 11));
  });

  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [2 ** 32 - 1, '4gfFC3'],
  ])('writes the checksum %d as %s', (checksum, digits) => {
    expect(generateApiKey({ ...stub(), randomText: () => 'x'.repeat(30), crc32: () => checksum }).slice(-6)).toBe(
      digits,
    );
  });
});

describe('A mistyped key', () => {
  const key = generateApiKey(secrets);

  it('does not match its checksum after a change of any one character', () => {
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...BASE62, '_', '-'), (at, other) => {
        fc.pre(key[at] !== other);
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1), secrets)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ...['', 'as_', 'x', `as_${'0'.repeat(29)}`, `as_${'0'.repeat(31)}`, `AS_${'0'.repeat(30)}`, `as_${'-'.repeat(30)}`],
])('A right checksum does not make a text a key: %j', (body) => {
  const zeros: Secrets = { ...stub(), crc32: () => 0 };
  expect(isWellFormedApiKey(`${body}000000`, zeros)).toBe(false);
  expect(isWellFormedApiKey(`as_${'0'.repeat(36)}`, zeros)).toBe(true);
});

describe('The stored form of a key', () => {
  const key = generateApiKey(secrets);

  it('is its SHA-256 and its first 11 characters, never the key', () => {
    const kept = createApiKey(key, { ...draft, expiresAt: later(1) }, secrets);
    expect(kept).toEqual({ ...draft, expiresAt: later(1), prefix: key.slice(0, 11), hash: secrets.sha256(key) });
    expect(Object.values(kept).join()).not.toContain(key.slice(11));
  });

  it('may not have a name that breaks the rules of a text or has more than 100 characters', () => {
    expect(() => createApiKey(key, { ...draft, name: `\t${'x'.repeat(100)}` }, secrets)).toThrow(
      'name must be at most 100 characters long; name must not contain control characters.',
    );
    expect(createApiKey(key, { ...draft, name: 'x'.repeat(100) }, secrets)).not.toHaveProperty('expiresAt');
  });

  it.each([0, -1, NaN])('may not expire %d ms after its creation', (time) => {
    expect(() => createApiKey(key, { ...draft, expiresAt: later(time) }, secrets)).toThrow(
      'expiry must lie in the future.',
    );
  });
});

describe('A key', () => {
  const kept = { ...draft, prefix: 'as_xxxxxxxx', hash: 'x' };

  it('is active until the instant at which it expires, if there is one, and expired from then on', () => {
    expect(apiKeyState(kept, new Date('9999-12-31T00:00:00Z'))).toBe('active');
    const states = [-1, 0, 1].map((time) => apiKeyState({ ...kept, expiresAt: NOW }, later(time)));
    expect(states).toEqual(['active', 'expired', 'expired']);
  });

  it('is revoked once it was revoked, whether or not it has expired', () => {
    expect(apiKeyState({ ...kept, revokedAt: NOW }, NOW)).toBe('revoked');
    expect(apiKeyState({ ...kept, revokedAt: NOW, expiresAt: NOW }, later(1))).toBe('revoked');
  });
});

function stub(): Secrets {
  return { randomText: () => '', sha256: () => '', crc32: () => 0 };
}
