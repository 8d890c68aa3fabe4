import { describe, expect, it } from '@jest/globals';
import { newAccount } from '../../src/domain/account.js';

const NOW = new Date('2026-12-01T12:00:00Z');

describe('An account', () => {
  it.each([
    ['jane@example.com', 'jane@example.com'],
    [' Jane.Doe@Example.COM\n', 'jane.doe@example.com'],
    ['owner@localhost', 'owner@localhost'],
    ["o'hara+pets@a-b.example", "o'hara+pets@a-b.example"],
    [`${'x'.repeat(248)}@a.com`, `${'x'.repeat(248)}@a.com`],
  ])('normalizes the email "%s" to %s', (email, kept) => {
    expect(newAccount(email, NOW)).toEqual({ email: kept, createdAt: NOW });
  });

  it.each([
    '',
    'jane',
    '@example.com',
    'jane@',
    'jane@@example.com',
    'jane@example..com',
    'jane@-example.com',
    'jane@example-.com',
    'jane doe@example.com',
    'jane@example.com, joe@example.com',
    'jane@ex\u0000ample.com',
    'jané@example.com',
    `${'x'.repeat(249)}@a.com`,
    `jane@${'x'.repeat(64)}.com`,
  ])('is refused for the email "%s"', (email) => {
    const refusal = { code: 'invalid', message: expect.stringMatching(/^email .*254/) };
    expect(() => newAccount(email, NOW)).toThrow(expect.objectContaining(refusal));
  });
});
