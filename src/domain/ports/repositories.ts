import type { Account, NewAccount } from '../account.js';
import type { ApiKey } from '../api-key.js';
import type { NewPet, Pet, PetStatus } from '../pet.js';
import type { Session } from '../session.js';

// No adapter keeps an object that a caller gave, and no caller changes an object that a method returned, because others
// may have the same one. Every method rejects with DomainError `unavailable` when the database cannot answer; a change
// may or may not have been made then.

export interface PetQuery {
  readonly limit: number;
  readonly after?: bigint | undefined;
  readonly status?: PetStatus | undefined;
}

export interface NewestPetsQuery extends Pick<PetQuery, 'limit' | 'status'> {
  readonly before?: bigint | undefined;
}

export interface Idempotency {
  readonly accountId: bigint;
  /** 1 to 255 printable ASCII characters, which are compared exactly. */
  readonly key: string;
  readonly at: Date;
}

export interface Added {
  readonly pet: Pet;
  /** Whether an earlier call with the same account and key added it. */
  readonly replayed: boolean;
}

/** An animal survives every crash once the promise to add it is fulfilled. */
export interface PetRepository {
  /**
   * Adds the animal under an id above every visible one. Animals become visible in the order of their ids, whichever
   * instance adds them. No id is given twice. Ids may have gaps.
   */
  add(pet: NewPet): Promise<Pet>;
  /**
   * Adds the animal at the first call with this account and key, in one transaction with the key. Every other call,
   * also a concurrent one, returns the animal as it was added then, even if `pet` differs.
   */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<Added>;
  find(id: bigint): Promise<Pet | undefined>;
  /**
   * Gives the animal the status `to` if it has the status `from`, in one step, and returns it as it is afterwards. The
   * call may be repeated when its outcome is unknown. What `addOnce` returns stays the same.
   */
  changeStatus(id: bigint, from: PetStatus, to: PetStatus): Promise<Pet | undefined>;
  /** Lists animals with an id above `after`, in ascending order. Every page costs the same, with any status. */
  list(query: PetQuery): Promise<readonly Pet[]>;
  /** Lists animals with an id below `before`, in descending order, at the same cost. */
  listNewest(query: NewestPetsQuery): Promise<readonly Pet[]>;
  /** Deletes the keys that were first used before this instant. Their animals stay. */
  purgeIdempotencyKeys(before: Date): Promise<void>;
}

export interface AccountRepository {
  /**
   * Adds the account and the hash of its password in one step. Rejects with DomainError `already_exists` when another
   * account has exactly this email. Ids ascend and may have gaps.
   */
  add(account: NewAccount, passwordHash?: string): Promise<Account>;
  find(id: bigint): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** Lists accounts with an id above `after`, in ascending order. */
  list(limit: number, after?: bigint): Promise<Account[]>;
  /** Resolves to `undefined` if the account has no password or does not exist. */
  findPasswordHash(id: bigint): Promise<string | undefined>;
  /** Does nothing when the account does not exist. */
  setPasswordHash(id: bigint, hash: string): Promise<void>;
  /** Its email is free again; its id is never reused. Does nothing when the account does not exist. */
  remove(id: bigint): Promise<void>;
}

export type ApiKeyPosition = Pick<ApiKey, 'createdAt' | 'prefix'>;

export interface ApiKeyRepository {
  /**
   * Gives the unrevoked keys of an account to `rule`, and stores and returns what `rule` returns: new keys, and the
   * expiry and the revocation of given ones. Changes for one account happen one after the other, at any instances, so
   * `rule` may be called again. Nothing changes if it throws, if the account does not exist (`undefined`), or if an
   * added key has the prefix or the hash of another one (DomainError `already_exists`).
   */
  change<Stored extends readonly ApiKey[]>(
    accountId: bigint,
    rule: (unrevoked: readonly ApiKey[]) => Stored,
  ): Promise<Stored | undefined>;
  /**
   * Finds a key whose account exists, active or not. A change by another instance may take five seconds to be seen.
   */
  findForRequest(prefix: string): Promise<ApiKey | undefined>;
  /** Finds a key in its present state, active or not, whether its account exists or not. */
  find(prefix: string): Promise<ApiKey | undefined>;
  /** Lists keys with a prefix above `after`, in the order of its code units, whether their account exists or not. */
  list(limit: number, after?: string): Promise<ApiKey[]>;
  /**
   * Lists keys of one account that follow the position `after`: the newest first, and those of one instant by descending
   * prefix. With `activeAt`, only keys that are neither revoked nor expired at this instant.
   */
  listNewestOf(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]>;
  /**
   * Records the last use within seconds, unless a later one is recorded. Of several uses within seconds one is recorded,
   * and none if the database refuses it.
   */
  recordUse(prefix: string, at: Date): void;
  /** Deletes the keys that were revoked or expired before this instant. */
  purge(before: Date): Promise<void>;
}

export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** Finds a session, alive or not. */
  find(hash: string): Promise<Session | undefined>;
  /** Records when the session was last seen, under the rules of `recordUse` of API keys. */
  recordUse(hash: string, at: Date): void;
  /** Lists sessions of one account, alive or not. The one that was seen last comes first. */
  list(accountId: bigint, limit: number): Promise<Session[]>;
  /** Does nothing when the session is unknown. */
  remove(hash: string): Promise<void>;
  /** Ends every session of the account, except the one with the hash `except`. */
  removeOf(accountId: bigint, except?: string): Promise<void>;
  /** Deletes the sessions that began before `created`, or were last seen before `seen`. */
  purge(created: Date, seen: Date): Promise<void>;
}

export interface AttemptLimit {
  readonly attempts: number;
  /** The length of a period in milliseconds, at most a day. A period begins with its first attempt. */
  readonly periodMs: number;
}

/** Counts attempts. A key is a SHA-256 in hexadecimal, which reveals no email, and always comes with the same limit. */
export interface AttemptRepository {
  /**
   * Counts one attempt. Resolves to 0 when it is within the limit, and otherwise to the number of milliseconds to wait.
   * Concurrent attempts are counted one by one. A refund by another instance need not end a refusal early.
   */
  count(key: string, limit: AttemptLimit): Promise<number>;
  /** Takes back one attempt. */
  refund(key: string): Promise<void>;
  /** Deletes the counts whose period is over. */
  purgeExpired(): Promise<void>;
}
