import { createPet, type NewPet } from '../../src/domain/pet.js';

export const CAT = createPet({ name: 'cat', categoryId: 1n });

export const cat = (name: string): NewPet => ({ ...CAT, name });

/** The first use of an idempotency key. */
export const use = (key: string) => ({ accountId: 1n, key, at: new Date('2026-11-20T12:00:00.123Z') });

/** What a call of a store that cannot answer rejects with. */
export const UNAVAILABLE = { name: 'DomainError', code: 'unavailable' };
