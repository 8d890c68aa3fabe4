import { describe, expect, it } from '@jest/globals';
import { SystemSecrets } from '../../../../src/adapters/outbound/system/secrets.js';

const secrets = new SystemSecrets();

describe('the system’s secrets', () => {
  it('encrypt a text so that the same secret alone decrypts it, and differently each time', () => {
    const text = 'é'.repeat(100);
    const secret = secrets.randomText('abcdefghijklmnopqrstuvwxyz', 64);
    const [encrypted, again] = [secrets.encrypt(text, secret), secrets.encrypt(text, secret)];
    expect(encrypted).toMatch(/^[\w-]+$/);
    expect(secrets.encrypt('x'.repeat(100), secret).length).toBeLessThanOrEqual(255);
    expect(again).not.toBe(encrypted);
    expect([encrypted, again].map((each) => secrets.decrypt(each, secret))).toEqual([text, text]);
    expect(secrets.decrypt(encrypted, `${secret}x`)).toBeUndefined();
  });

  it('decrypt nothing that was damaged, shortened or never encrypted', () => {
    const encrypted = secrets.encrypt('as_secret', 'secret');
    for (let at = 0; at < encrypted.length; at++) {
      const other = encrypted[at] === 'A' ? 'Q' : 'A';
      const damaged = encrypted.slice(0, at) + other + encrypted.slice(at + 1);
      if (Buffer.from(damaged, 'base64url').equals(Buffer.from(encrypted, 'base64url'))) continue; // padding bits
      expect(secrets.decrypt(damaged, 'secret')).toBeUndefined();
      expect(secrets.decrypt(encrypted.slice(0, at), 'secret')).toBeUndefined();
    }
    expect(secrets.decrypt('', 'secret')).toBeUndefined();
  });

  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('hash %j as FIPS 180-4 has it', (text, digest) => {
    expect(secrets.sha256(text)).toBe(digest);
  });

  it.each([
    ['', 0],
    ['123456789', 0xcbf43926],
  ])('give %j its CRC-32', (text, checksum) => {
    expect(secrets.crc32(text)).toBe(checksum);
  });

  it('draw texts of the length asked for, from the whole alphabet and nothing else', () => {
    const text = secrets.randomText('abcdef', 10_000);
    expect(text).toMatch(/^[abcdef]{10000}$/);
    for (const letter of 'abcdef') {
      // A fair draw misses this band once in far more runs than there will ever be.
      expect(text.split(letter).length - 1).toBeGreaterThan(1_400);
      expect(text.split(letter).length - 1).toBeLessThan(1_950);
    }
  });

  it('never draw the same text twice', () => {
    const texts = Array.from({ length: 1_000 }, () => secrets.randomText('0123456789abcdef', 30));
    expect(new Set(texts).size).toBe(1_000);
  });
});
