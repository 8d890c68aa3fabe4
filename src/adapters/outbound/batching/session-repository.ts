import { CredentialLookUp } from './credential-look-up.js';
import type { BatchSessionRepository } from '../storage.js';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';

/** The methods that every request of a signed-in browser uses. */
export type ResumableSessions = Pick<SessionRepository, 'find' | 'recordUse'>;

/** Batches the look-ups of sessions that this process has not found before. */
export class BatchingSessionRepository implements ResumableSessions {
  private readonly lookUp: CredentialLookUp<Session>;

  constructor(private readonly sessions: Pick<BatchSessionRepository, 'find' | 'findAll' | 'recordUse'>) {
    this.lookUp = new CredentialLookUp(
      (hash) => sessions.find(hash),
      (hashes) => sessions.findAll(hashes),
    );
  }

  find(hash: string): Promise<Session | undefined> {
    return this.lookUp.load(hash);
  }

  recordUse(hash: string, at: Date): Promise<void> {
    return this.sessions.recordUse(hash, at);
  }
}
