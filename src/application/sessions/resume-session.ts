import type { Account } from '../../domain/account.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { Clock, Secrets } from '../../domain/ports/security.js';
import { isSessionAlive } from '../../domain/session.js';

/** The precision of `lastSeenAt` in milliseconds, which limits the writes for a session to one a minute. */
const LAST_SEEN_PRECISION = 60_000;

/** Finds the account of a session, and records that the session was used. */
export class ResumeSession {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'find'>,
    private readonly sessions: Pick<SessionRepository, 'find' | 'recordUse'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Resolves to the account, or to `undefined` when the token is unknown or the session has ended.
   * @throws DomainError `unavailable`.
   */
  async execute(token: string): Promise<Account | undefined> {
    const session = await this.sessions.find(this.secrets.sha256(token));
    const now = this.clock.now();
    if (session === undefined || !isSessionAlive(session, now)) return undefined;
    if (now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_PRECISION) {
      await this.sessions.recordUse(session.hash, now);
    }
    return this.accounts.find(session.accountId);
  }
}
