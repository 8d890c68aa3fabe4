import { DomainError, InvalidInput } from './errors.js';
import { isFromFuture, textViolations } from './values.js';
import type { Secrets } from './ports/security.js';

/** An API key as the database keeps it: without its text. */
export interface ApiKey {
  /** The first 11 characters of the key, which are unique and name the key to people. */
  readonly prefix: string;
  /** The SHA-256 of the whole key as 64 hexadecimal digits, which is unique. */
  readonly hash: string;
  readonly accountId: bigint;
  /** The name that the account holder chose, 1 to 100 code points. */
  readonly name: string;
  readonly createdAt: Date;
  /** The key works until this instant. It never expires when this is absent. */
  readonly expiresAt?: Date | undefined;
  readonly lastUsedAt?: Date | undefined;
  readonly revokedAt?: Date | undefined;
}

type ApiKeyDraft = Pick<ApiKey, 'accountId' | 'name' | 'createdAt' | 'expiresAt'>;

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** How long a replaced key still works, in milliseconds. In this time its holder gives the new key to every program. */
const OVERLAP = 24 * 60 * 60 * 1000;

const API_KEY_NAME_MAX_LENGTH = 100;
export const DEFAULT_API_KEY_NAME = 'default';

const BRAND = 'as_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_RANDOM_LENGTH = 8;
const PREFIX_LENGTH = BRAND.length + PREFIX_RANDOM_LENGTH;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${BRAND}[${BASE62}]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Generates a key: the prefix, which is `as_` and 8 base62 characters, random unless a form determines it; 22 random
 * characters (131 bits); and 6 characters of the CRC-32 of all before them, which reveals a mistyped key without a
 * lookup.
 */
export function generateApiKey(secrets: Secrets, prefix = BRAND + secrets.randomText(BASE62, PREFIX_RANDOM_LENGTH)) {
  const body = prefix + secrets.randomText(BASE62, RANDOM_LENGTH - PREFIX_RANDOM_LENGTH);
  return body + checksum(body, secrets);
}

/**
 * Returns the prefix of the one key that a request of the account creates, however often it arrives. The database
 * accepts each prefix once, so it refuses a second key at every replica, also after a restart (docs/adr/0037).
 */
export function prefixOfRequest(accountId: bigint, request: string, secrets: Secrets): string {
  return BRAND + base62(BigInt(`0x${secrets.sha256(`${accountId} ${request}`)}`), PREFIX_RANDOM_LENGTH);
}

/** Returns the prefix of the key that replaces this one, so that a key can be replaced only once (docs/adr/0037). */
export function successorPrefix({ accountId, prefix }: ApiKey, secrets: Secrets): string {
  return prefixOfRequest(accountId, `replace ${prefix}`, secrets);
}

export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

export function isWellFormedApiKey(key: string, secrets: Secrets): boolean {
  return SHAPE.test(key) && key.slice(-CHECKSUM_LENGTH) === checksum(key.slice(0, -CHECKSUM_LENGTH), secrets);
}

/** Returns the stored form of `key`. @throws DomainError `invalid` if the name breaks a rule or the expiry is past. */
export function newApiKey(key: string, draft: ApiKeyDraft, secrets: Secrets): ApiKey {
  const { name, createdAt, expiresAt } = draft;
  const violations = textViolations('name', name, API_KEY_NAME_MAX_LENGTH);
  if (expiresAt !== undefined && !(expiresAt > createdAt)) {
    violations.push({ property: 'expiry', message: 'must lie in the future' });
  }
  if (violations.length > 0) throw new InvalidInput(violations);
  return { prefix: apiKeyPrefix(key), hash: secrets.sha256(key), ...draft };
}

/** Returns `Till (2)` for `Till`, and `Till (3)` for that. */
export function successorName(name: string): string {
  const [, start = name, count = '1'] = /^(.+) \((\d{1,9})\)$/s.exec(name) ?? [];
  const end = ` (${Number(count) + 1})`;
  return `${Array.from(start)
    .slice(0, API_KEY_NAME_MAX_LENGTH - end.length)
    .join('')}${end}`;
}

/** Whether a key ends within a day, as every key does that has been replaced. */
export function isInLastDay({ expiresAt }: ApiKey, now: Date): boolean {
  return expiresAt !== undefined && expiresAt.getTime() - now.getTime() <= OVERLAP;
}

export function apiKeyState(key: ApiKey, now: Date): ApiKeyState {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && now >= key.expiresAt ? 'expired' : 'active';
}

/**
 * Checks whether a key may be added to its account, and returns it.
 * @param unrevoked the keys of the account that are not revoked
 * @throws DomainError `already_exists` if one of them has its prefix, `invalid` at the limit of active keys
 */
export function addApiKey(unrevoked: readonly ApiKey[], key: ApiKey, maxActive: number): readonly [ApiKey] {
  if (unrevoked.some(({ prefix }) => prefix === key.prefix)) {
    throw new DomainError('already_exists', 'The request has created its API key.');
  }
  const active = unrevoked.filter((each) => apiKeyState(each, key.createdAt) === 'active');
  if (active.length < maxActive) return [key];
  const message = `The account has reached the limit of ${maxActive} active API keys; revoke one first.`;
  throw new DomainError('invalid', message);
}

/**
 * Returns the keys to store: the replaced one, which then expires within a day, and the new one.
 * @throws DomainError `invalid` if the other one is not active, and the errors of `addApiKey`
 */
export function replaceApiKey(unrevoked: readonly ApiKey[], replaced: string, key: ApiKey, maxActive: number) {
  const [added] = addApiKey(unrevoked, key, maxActive);
  const old = unrevoked.find(({ prefix }) => prefix === replaced);
  if (old === undefined || apiKeyState(old, key.createdAt) !== 'active') {
    throw new DomainError('invalid', 'The API key is no longer active; create another one.');
  }
  const end = new Date(key.createdAt.getTime() + OVERLAP);
  const { expiresAt = end } = old;
  return [{ ...old, expiresAt: expiresAt < end ? expiresAt : end }, added] as const;
}

/** Whether a request with this key is accepted at this instant: the key is active and was not created in the future. */
export function isApiKeyAccepted(key: ApiKey, now: Date): boolean {
  return apiKeyState(key, now) === 'active' && !isFromFuture(key.createdAt, now);
}

function checksum(body: string, secrets: Secrets): string {
  return base62(BigInt(secrets.crc32(body)), CHECKSUM_LENGTH);
}

/** Returns the last `length` digits of the number in base 62. */
function base62(number: bigint, length: number): string {
  const base = BigInt(BASE62.length);
  let rest = number;
  let digits = '';
  while (digits.length < length) {
    digits = BASE62.charAt(Number(rest % base)) + digits;
    rest /= base;
  }
  return digits;
}
