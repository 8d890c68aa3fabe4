import type { Account, NewAccount } from '../account.js';
import type { ApiKey } from '../api-key.js';
import type { NewPet, Pet, PetStatus } from '../pet.js';
import type { Session } from '../session.js';

// A returned object is a copy: changing it changes nothing in the repository and nothing that another caller has. Every
// method rejects with DomainError `unavailable` when the store cannot answer; a change may then have been made or not.

export interface PetQuery {
  /** The most animals to return, at least 1. */
  readonly limit: number;
  /** Only animals with an id above this one. */
  readonly after?: bigint | undefined;
  readonly status?: PetStatus | undefined;
}

/** The key under which an account adds one animal, however often it repeats the request. */
export interface Idempotency {
  readonly accountId: bigint;
  /** 1 to 255 printable ASCII characters, compared exactly. */
  readonly key: string;
  readonly at: Date;
}

export interface Addition {
  readonly pet: Pet;
  /** Whether an earlier call with the same account and key added it. */
  readonly replayed: boolean;
}

/** Keeps the animals. An animal survives every crash once the promise to add it is fulfilled. */
export interface PetRepository {
  /**
   * Assigns an id above every id that is visible, and becomes visible before every animal with a higher id, whichever
   * instance adds it. No id is given twice. Ids may have gaps.
   */
  add(pet: NewPet): Promise<Pet>;
  /**
   * As `add` at the first call with this account and key, in one transaction with the key. Every later call returns the
   * animal as it was then added, even if `pet` differs. Of concurrent calls exactly one adds.
   */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<Addition>;
  find(id: bigint): Promise<Pet | undefined>;
  /** In ascending order of id. Costs the same wherever `after` lies and however rare `status` is. */
  list(query: PetQuery): Promise<readonly Pet[]>;
  /** Deletes idempotency keys first used before this instant; their animals stay. */
  purgeIdempotencyKeys(before: Date): Promise<void>;
}

export interface AccountRepository {
  /**
   * Adds the account and the hash of its password wholly or not at all. Rejects with DomainError `already_exists` when
   * another account has exactly this email, also of concurrent calls. Ids ascend, and may have gaps.
   */
  add(account: NewAccount, passwordHash?: string): Promise<Account>;
  find(id: bigint): Promise<Account | undefined>;
  /** The account with exactly this email, or `undefined`. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Every account, in ascending order of id. */
  list(): Promise<Account[]>;
  /** The hash of the account's password; `undefined` when the account has none, or does not exist. */
  findPasswordHash(id: bigint): Promise<string | undefined>;
  /** Does nothing when the account does not exist. */
  setPasswordHash(id: bigint, hash: string): Promise<void>;
  /** Removes the account; its email is free again, its id is never reused. Does nothing when it does not exist. */
  remove(id: bigint): Promise<void>;
}

export type ApiKeyPosition = Pick<ApiKey, 'createdAt' | 'prefix'>;

export interface ApiKeyRepository {
  /** Rejects with DomainError `already_exists` when another key has this prefix or this hash, and changes nothing. */
  add(key: ApiKey): Promise<void>;
  /** The key, active or not, or `undefined`. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** The key, active or not, or `undefined`. */
  findByPrefix(prefix: string): Promise<ApiKey | undefined>;
  /** The keys of one account, or of all, by instant of creation and then by prefix in the order of its code units. */
  list(accountId?: bigint): Promise<ApiKey[]>;
  /**
   * At most `limit` keys of one account, in the reverse order of `list`, that follow `after`, which need not exist any
   * more. With `activeAt`, only those that are neither revoked nor expired at this instant.
   */
  page(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]>;
  /** How many keys of the account are neither revoked nor expired at this instant. */
  countActive(accountId: bigint, at: Date): Promise<number>;
  /** Sets the instant of revocation if none is set; does nothing when the key is revoked or unknown. */
  revoke(prefix: string, at: Date): Promise<void>;
  /** Sets the instant of expiry if none or a later one is set; does nothing when the key is unknown. */
  expire(prefix: string, at: Date): Promise<void>;
  revokeOf(accountId: bigint, at: Date): Promise<void>;
  /** Sets the instant of last use; does nothing when the key is unknown. */
  recordUse(prefix: string, at: Date): Promise<void>;
  /** Deletes every key that was revoked or expired before this instant. */
  purge(before: Date): Promise<void>;
}

export interface SessionRepository {
  /** Its hash is that of a random token, which no other session has. */
  add(session: Session): Promise<void>;
  /** The session, alive or not, or `undefined`. */
  find(hash: string): Promise<Session | undefined>;
  /** Sets when the session was last seen; does nothing when the session is unknown. */
  recordUse(hash: string, at: Date): Promise<void>;
  /** The sessions of one account, alive or not, last seen first, at most `limit`. */
  list(accountId: bigint, limit: number): Promise<Session[]>;
  /** Does nothing when the session is unknown. */
  remove(hash: string): Promise<void>;
  /** Ends every session of the account, except the one with the hash `except`. */
  removeOf(accountId: bigint, except?: string): Promise<void>;
  /** Deletes every session that was made before `created`, or last seen before `seen`. */
  purge(created: Date, seen: Date): Promise<void>;
}
