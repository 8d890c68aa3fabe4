import type { ApiKey } from '../../src/domain/api-key.js';
import { createPet, type NewPet } from '../../src/domain/pet.js';

/** An instant with milliseconds, which no store may cut. */
export const NOON = new Date('2026-11-20T12:00:00.123Z');

export const CAT = createPet({ name: 'cat', categoryId: 1n });

export const cat = (name: string): NewPet => ({ ...CAT, name });

/** The first use of an idempotency key. */
export const use = (key: string) => ({ accountId: 1n, key, at: NOON });

/** The error with which a call of a store that cannot answer rejects. */
export const UNAVAILABLE = { name: 'DomainError', code: 'unavailable' };

/** @param number determines the prefix and the hash of the key */
export function apiKey(number: number, members: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: `as_${String(number).padStart(8, '0')}`,
    hash: number.toString(16).padStart(64, '0'),
    accountId: 1n,
    name: 'default',
    createdAt: new Date(NOON),
    ...members,
  };
}
