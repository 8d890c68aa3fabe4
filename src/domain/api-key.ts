import { rejectViolations } from './errors.js';
import { textViolations } from './values.js';
import type { Secrets } from './ports/security.js';

/** An API key as it is stored: without the key itself. */
export interface ApiKey {
  /** The first 11 characters of the key; unique; names the key to people. */
  readonly prefix: string;
  /** SHA-256 of the whole key, 64 hexadecimal digits; unique. */
  readonly hash: string;
  readonly accountId: bigint;
  /** 1 to 100 code points, chosen by the account holder. */
  readonly name: string;
  readonly createdAt: Date;
  /** The key works until this instant; absent: it never expires. */
  readonly expiresAt?: Date;
  readonly lastUsedAt?: Date;
  readonly revokedAt?: Date;
}

type ApiKeyDraft = Pick<ApiKey, 'accountId' | 'name' | 'createdAt'> & { readonly expiresAt?: Date | undefined };

export type ApiKeyState = 'active' | 'expired' | 'revoked';

const API_KEY_NAME_MAX_LENGTH = 100;
export const DEFAULT_API_KEY_NAME = 'default';

const BRAND = 'as_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = BRAND.length + 8;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${BRAND}[${BASE62}]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** `as_`, 30 random base62 characters (178 bits), and 6 of their CRC-32, which shows a mistyped key without a look-up. */
export function generateApiKey(secrets: Secrets): string {
  const body = BRAND + secrets.randomText(BASE62, RANDOM_LENGTH);
  return body + checksum(body, secrets);
}

export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

export function isWellFormedApiKey(key: string, secrets: Secrets): boolean {
  return SHAPE.test(key) && key.slice(-CHECKSUM_LENGTH) === checksum(key.slice(0, -CHECKSUM_LENGTH), secrets);
}

/** The stored form of `key`. @throws DomainError `invalid` if the name breaks a rule, or the expiry is past. */
export function createApiKey(key: string, { expiresAt, ...draft }: ApiKeyDraft, secrets: Secrets): ApiKey {
  const violations = textViolations('name', draft.name, API_KEY_NAME_MAX_LENGTH);
  if (expiresAt !== undefined && !(expiresAt > draft.createdAt)) {
    violations.push({ member: 'expiry', message: 'must lie in the future' });
  }
  rejectViolations(violations);
  return { prefix: apiKeyPrefix(key), hash: secrets.sha256(key), ...draft, ...(expiresAt && { expiresAt }) };
}

export function apiKeyState(key: ApiKey, now: Date): ApiKeyState {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && now >= key.expiresAt ? 'expired' : 'active';
}

function checksum(body: string, secrets: Secrets): string {
  let rest = secrets.crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
