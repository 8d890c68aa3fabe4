import { expect, it } from '@jest/globals';
import { SystemSecrets } from '../../../../src/adapters/outbound/system/system.js';

const secrets = new SystemSecrets();

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
])('the system’s secrets hash %j as FIPS 180-4 defines', (text, digest) => {
  expect(secrets.sha256(text)).toBe(digest);
});

it.each([
  ['', 0],
  ['123456789', 0xcbf43926],
])('the system’s secrets return the CRC-32 of %j', (text, checksum) => {
  expect(secrets.crc32(text)).toBe(checksum);
});

it('the system’s secrets draw texts of the given length from the whole alphabet and nothing else', () => {
  const text = secrets.randomText('abcdef', 10_000);
  expect(text).toMatch(/^[abcdef]{10000}$/);
  for (const letter of 'abcdef') {
    // A fair draw misses this band once in far more runs than there will ever be.
    expect(text.split(letter).length - 1).toBeGreaterThan(1_400);
    expect(text.split(letter).length - 1).toBeLessThan(1_950);
  }
});
