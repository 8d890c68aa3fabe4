import type { NewAccount } from '../../src/domain/account.js';
import type { ApiKey } from '../../src/domain/api-key.js';
import { newPet, type NewPet } from '../../src/domain/pet.js';
import type { ApiKeyRepository } from '../../src/domain/ports/repositories.js';
import type { Session } from '../../src/domain/session.js';

/** An instant with milliseconds, which no store may cut. It is in the past for every machine. */
export const NOON = new Date('2001-11-20T12:00:00.123Z');

/** Returns the instant so many milliseconds after NOON. */
export const after = (milliseconds: number): Date => new Date(NOON.getTime() + milliseconds);

export const CAT = newPet({ name: 'cat', categoryId: 1n });

export const cat = (name: string): NewPet => ({ ...CAT, name });

/** The first use of an idempotency key. */
export const use = (key: string) => ({ accountId: 1n, key, at: NOON });

/** The key of a count of attempts. */
export const ATTEMPT_KEY = 'a'.repeat(64);

/** The error with which a call of a store that cannot answer rejects. */
export const UNAVAILABLE = { name: 'DomainError', code: 'unavailable' };

/** @param number determines the email */
export function account(number: number): NewAccount {
  return { email: `${number}@example.com`, createdAt: new Date(NOON) };
}

/** @param number determines the prefix and the hash of the key */
export function apiKey(number: number, properties: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: `as_${String(number).padStart(8, '0')}`,
    hash: number.toString(16).padStart(64, '0'),
    accountId: 1n,
    name: 'default',
    createdAt: new Date(NOON),
    ...properties,
  };
}

/** Adds a key to its account. Resolves to `undefined` if there is no such account. */
export function addKey(keys: ApiKeyRepository, key: ApiKey) {
  return keys.change(key.accountId, () => [key]);
}

/** Revokes all keys of an account. */
export function revokeKeys(keys: ApiKeyRepository, accountId: bigint, revokedAt: Date) {
  return keys.change(accountId, (unrevoked) => unrevoked.map((key) => ({ ...key, revokedAt })));
}

/** @param number determines the hash of the session */
export function session(number: number, properties: Partial<Session> = {}): Session {
  const hash = number.toString(16).padStart(64, '0');
  return { hash, accountId: 1n, createdAt: new Date(NOON), lastSeenAt: new Date(NOON), ...properties };
}
