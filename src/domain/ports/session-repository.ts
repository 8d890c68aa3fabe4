import type { Session } from '../session.js';

/** Keeps the sessions. Every method rejects with DomainError `unavailable` where the store cannot answer. */
export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** The session, alive or not, or `undefined`. */
  find(hash: string): Promise<Session | undefined>;
  /** Sets when the session was last seen; does nothing where it is unknown. */
  recordUse(hash: string, at: Date): Promise<void>;
  /** Does nothing where it is unknown. */
  remove(hash: string): Promise<void>;
  /** Ends every session of the account. */
  removeOf(accountId: bigint): Promise<void>;
  /** Forgets every session that was made before `created`, or last seen before `seen`. */
  purge(created: Date, seen: Date): Promise<void>;
}
