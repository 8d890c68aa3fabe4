import { expect, it } from '@jest/globals';
import { systemSecrets } from '../../../../src/adapters/outbound/system/secrets.js';

it('the system’s secrets draw texts of the given length from the whole alphabet and nothing else', () => {
  const text = systemSecrets.randomText('abcdef', 10_000);
  expect(text).toMatch(/^[abcdef]{10000}$/);
  for (const letter of 'abcdef') {
    // A fair draw misses this band once in far more runs than there will ever be.
    expect(text.split(letter).length - 1).toBeGreaterThan(1_400);
    expect(text.split(letter).length - 1).toBeLessThan(1_950);
  }
});

it('the system’s secrets compute the CRC-32 that the specifications of the checksum give for its test text', () => {
  expect(systemSecrets.crc32('123456789')).toBe(0xcbf43926);
});
