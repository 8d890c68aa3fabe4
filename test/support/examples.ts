import type { ApiKey } from '../../src/domain/api-key.js';
import { createPet, type NewPet } from '../../src/domain/pet.js';

/** With milliseconds, which no store may cut. */
export const NOON = new Date('2026-11-20T12:00:00.123Z');

export const CAT = createPet({ name: 'cat', categoryId: 1n });

export const cat = (name: string): NewPet => ({ ...CAT, name });

/** The first use of an idempotency key. */
export const use = (key: string) => ({ accountId: 1n, key, at: NOON });

/** What a call of a store that cannot answer rejects with. */
export const UNAVAILABLE = { name: 'DomainError', code: 'unavailable' };

/** @param number from which it has a prefix and a hash of its own */
export function apiKey(number: number, members: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: `as_${String(number).padStart(8, '0')}`,
    hash: number.toString(16).padStart(64, '0'),
    accountId: 1n,
    name: 'default',
    createdAt: NOON,
    ...members,
  };
}
