import type { Session } from '../session.js';

/** Keeps the sessions. Every method rejects with DomainError `unavailable` where the store cannot answer. */
export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** The session, alive or not, or `undefined`. */
  find(hash: string): Promise<Session | undefined>;
  /** Sets when the session was last seen; does nothing where it is unknown. */
  recordUse(hash: string, at: Date): Promise<void>;
  /** The sessions of one account, alive or not, last seen first, at most `limit`. */
  list(accountId: bigint, limit: number): Promise<Session[]>;
  /** Keeps one text with the session and replaces the one before. At most 255 ASCII characters. Does nothing when the session is unknown. */
  saveFlash(hash: string, text: string): Promise<void>;
  /** Removes the text of `saveFlash` and returns it; of concurrent calls exactly one gets it, the others `undefined`. */
  takeFlash(hash: string): Promise<string | undefined>;
  /** Does nothing where it is unknown. */
  remove(hash: string): Promise<void>;
  /** Ends every session of the account, except the one with the hash `except`. */
  removeOf(accountId: bigint, except?: string): Promise<void>;
  /** Forgets every session that was made before `created`, or last seen before `seen`. */
  purge(created: Date, seen: Date): Promise<void>;
}
