import type { Session } from '../session.js';

/** Keeps the sessions. Copies and errors are as those of AccountRepository. */
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
