import type { Account } from '../../domain/account.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import { isSessionAlive } from '../../domain/session.js';

/** How stale the instant at which a session was last seen may be, in milliseconds. */
const LAST_SEEN_PRECISION = 60_000;

/** Tells whose session a browser's token is. */
export class ResumeSession {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** The account that is signed in; `undefined` where the token is unknown or its time is over. @throws DomainError `unavailable`. */
  async execute(token: string): Promise<Account | undefined> {
    const session = await this.sessions.find(this.secrets.sha256(token));
    const now = this.clock.now();
    if (session === undefined || !isSessionAlive(session, now)) return undefined;
    const account = await this.accounts.find(session.accountId);
    if (account !== undefined && now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_PRECISION) {
      await this.sessions.recordUse(session.hash, now);
    }
    return account;
  }
}
