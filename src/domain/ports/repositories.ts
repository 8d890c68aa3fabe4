import type { Account, NewAccount } from '../account.js';
import type { ApiKey } from '../api-key.js';
import type { NewPet, Pet, PetStatus } from '../pet.js';
import type { Session } from '../session.js';

// No adapter keeps an object that a caller gave. No caller changes an object that a method returned, nor its instants,
// because other callers may have the same object, which is then frozen. Every method rejects with DomainError
// `unavailable` when the database cannot answer; a change may or may not have been made then.

export interface PetQuery {
  /** The most animals to return, at least 1. */
  readonly limit: number;
  /** The list contains only animals with an id above this one. */
  readonly after?: bigint | undefined;
  readonly status?: PetStatus | undefined;
}

export interface NewestPetsQuery extends Pick<PetQuery, 'limit' | 'status'> {
  /** The list contains only animals with an id below this one. */
  readonly before?: bigint | undefined;
}

/** The key under which an account adds one animal, no matter how often it repeats the request. */
export interface Idempotency {
  readonly accountId: bigint;
  /** The key has 1 to 255 printable ASCII characters and is compared exactly. */
  readonly key: string;
  readonly at: Date;
}

/** The result of an addition under a key. */
export interface Added {
  readonly pet: Pet;
  /** Whether an earlier call with the same account and key added it. */
  readonly replayed: boolean;
}

/** Keeps the animals. An animal survives every crash once the promise to add it is fulfilled. */
export interface PetRepository {
  /**
   * Adds the animal under an id that is above every visible id. The animal becomes visible before every animal with a
   * higher id, whichever instance adds that one. No id is given twice. Ids may have gaps.
   */
  add(pet: NewPet): Promise<Pet>;
  /**
   * Adds the animal like `add` at the first call with this account and key, in one transaction with the key. Every
   * later call returns the animal as it was added then, even if `pet` differs. Exactly one of several concurrent calls
   * adds the animal.
   */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<Added>;
  find(id: bigint): Promise<Pet | undefined>;
  /**
   * Gives the animal the status `to` if it has the status `from`, in one step, and then resolves to the animal as it
   * is; resolves to `undefined` if there is none. It may be repeated when its outcome is unknown: the animal that it
   * returns then has the status `to`, unless another call has changed that since. What `addOnce` returns stays the
   * same.
   */
  changeStatus(id: bigint, from: PetStatus, to: PetStatus): Promise<Pet | undefined>;
  /** Lists animals in ascending order of id. The cost does not depend on where `after` lies or how rare `status` is. */
  list(query: PetQuery): Promise<readonly Pet[]>;
  /**
   * Lists animals in descending order of id, the newest first. The cost does not depend on where `before` lies or how
   * rare `status` is.
   */
  listNewest(query: NewestPetsQuery): Promise<readonly Pet[]>;
  /** Deletes the idempotency keys that were first used before this instant. Their animals stay. */
  purgeIdempotencyKeys(before: Date): Promise<void>;
}

export interface AccountRepository {
  /**
   * Adds the account and the hash of its password wholly or not at all. Rejects with DomainError `already_exists` when
   * another account has exactly this email, even if both are added concurrently. Ids ascend and may have gaps.
   */
  add(account: NewAccount, passwordHash?: string): Promise<Account>;
  find(id: bigint): Promise<Account | undefined>;
  /** Finds the account with exactly this email; resolves to `undefined` if there is none. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Lists at most `limit` accounts with an id above `after`, in ascending order of id. */
  list(limit: number, after?: bigint): Promise<Account[]>;
  /**
   * Finds the hash of the account's password; resolves to `undefined` if the account has no password or does not exist.
   */
  findPasswordHash(id: bigint): Promise<string | undefined>;
  /** Sets the hash of the account's password. Does nothing when the account does not exist. */
  setPasswordHash(id: bigint, hash: string): Promise<void>;
  /**
   * Removes the account. Its email is free again; its id is never reused. Does nothing when the account does not exist.
   */
  remove(id: bigint): Promise<void>;
}

export type ApiKeyPosition = Pick<ApiKey, 'createdAt' | 'prefix'>;

export interface ApiKeyRepository {
  /**
   * Hands the keys of an account that are not revoked to `rule`, and stores the keys that it returns: of one that it was
   * given, when it expires or was revoked; every other one is added. This is one step: changes for one account happen
   * one after the other, at any instances, and none once the account is removed. Changes nothing if `rule` throws, which
   * may be called more than once, or if another key has the prefix or the hash of an added one; then it rejects with
   * DomainError `already_exists`. Resolves to what is stored, or to `undefined` if the account does not exist.
   */
  change<Stored extends readonly ApiKey[]>(
    accountId: bigint,
    rule: (unrevoked: readonly ApiKey[]) => Stored,
  ): Promise<Stored | undefined>;
  /**
   * Finds a key whose account exists, active or not. The key is as it is, or as it was within the last five seconds
   * unless this instance has changed it since.
   */
  findForRequest(prefix: string): Promise<ApiKey | undefined>;
  /** Finds a key as it is, active or not, whether its account exists or not. */
  find(prefix: string): Promise<ApiKey | undefined>;
  /**
   * Lists at most `limit` keys with a prefix above `after`, in the order of its code units, whether their account exists
   * or not.
   */
  list(limit: number, after?: string): Promise<ApiKey[]>;
  /**
   * Lists at most `limit` keys of one account that follow `after`, the newest first, and those of one instant in
   * descending order of the prefix. The key `after` need not exist any more. With `activeAt`, the page contains only
   * keys that are neither revoked nor expired at this instant.
   */
  listNewestOf(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]>;
  /**
   * Notes a use, and sets the instant of last use within seconds if none or an earlier one is set. Does so for one of
   * several uses within LAST_USE_PRECISION, and for none if the database refuses it.
   */
  recordUse(prefix: string, at: Date): void;
  /** Deletes every key that was revoked or expired before this instant. */
  purge(before: Date): Promise<void>;
}

export interface SessionRepository {
  /** Adds the session. No other session has its hash, because its token is random. */
  add(session: Session): Promise<void>;
  /** Finds a session, whether it is alive or not; resolves to `undefined` if there is none. */
  find(hash: string): Promise<Session | undefined>;
  /** Notes that the session was seen, and sets the instant as `recordUse` of API keys does. */
  recordUse(hash: string, at: Date): void;
  /** Lists at most `limit` sessions of one account, alive or not. The session that was seen last comes first. */
  list(accountId: bigint, limit: number): Promise<Session[]>;
  /** Removes the session. Does nothing when the session is unknown. */
  remove(hash: string): Promise<void>;
  /** Ends every session of the account, except the one with the hash `except`. */
  removeOf(accountId: bigint, except?: string): Promise<void>;
  /** Deletes every session that began before `created`, or was last seen before `seen`. */
  purge(created: Date, seen: Date): Promise<void>;
}

export interface AttemptLimit {
  readonly attempts: number;
  /** The length of a period in milliseconds, at most a day. A period begins with its first attempt. */
  readonly periodMs: number;
}

/**
 * Counts attempts, so that guessing is slow. A key has 64 lower-case hexadecimal digits, which reveal nothing of who
 * attempts what, and always comes with the same limit.
 */
export interface AttemptRepository {
  /**
   * Counts one attempt. Resolves to 0 when it is within the limit. Otherwise the attempt is refused, and the result is
   * the number of milliseconds to wait before the next one. Concurrent attempts are counted one by one. A refusal may
   * last until its end, even if another instance refunds attempts.
   */
  count(key: string, limit: AttemptLimit): Promise<number>;
  /** Takes back one attempt that was counted under this key. */
  refund(key: string): Promise<void>;
  /** Deletes every count whose period is over, which frees its space. */
  purgeExpired(): Promise<void>;
}
