import type { Account } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock, Secrets } from '../../domain/ports/security.js';
import { isSessionAlive, sessionId } from '../../domain/session.js';

/** How exact `lastSeenAt` is, in milliseconds: one write a minute, not one for each request. */
const LAST_SEEN_PRECISION = 60_000;

/** How many sessions are listed, and can be ended one by one. */
const LISTED_SESSIONS = 100;

export class ResumeSession {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'find'>,
    private readonly sessions: Pick<SessionRepository, 'find' | 'recordUse'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** The account that is signed in; `undefined` when the token is unknown or the session has ended. @throws DomainError `unavailable`. */
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

export class ListSessions {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'list'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The sessions of an account that have not ended, last seen first.
   * @param token of the current session. @throws DomainError `unavailable`.
   */
  async execute(accountId: bigint, token: string) {
    const current = this.secrets.sha256(token);
    const now = this.clock.now();
    const sessions = await this.sessions.list(accountId, LISTED_SESSIONS);
    return sessions
      .filter((session) => isSessionAlive(session, now))
      .map(({ hash, accountId: _, ...session }) => ({ ...session, id: sessionId(hash), isCurrent: hash === current }));
  }
}

/** Ends one session of an account, in any browser. */
export class EndSession {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'list' | 'remove'>,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param id as ListSessions gives it. @throws DomainError `not_found` when the account has no such session, `unavailable`. */
  async execute(accountId: bigint, id: string, address?: string): Promise<void> {
    const sessions = await this.sessions.list(accountId, LISTED_SESSIONS);
    const session = sessions.find(({ hash }) => sessionId(hash) === id);
    if (session === undefined) throw new DomainError('not_found', 'No session of the account has this id.');
    await this.sessions.remove(session.hash);
    this.auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}

/** Ends every session of an account except the current one. */
export class EndOtherSessions {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param token of the current session. @throws DomainError `unavailable`. */
  async execute(accountId: bigint, token: string, address?: string): Promise<void> {
    await this.sessions.removeOf(accountId, this.secrets.sha256(token));
    this.auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}

export class SignOut {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'find' | 'remove'>,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** Does nothing when the token is unknown. @throws DomainError `unavailable`. */
  async execute(token: string, address?: string): Promise<void> {
    const session = await this.sessions.find(this.secrets.sha256(token));
    if (session === undefined) return;
    await this.sessions.remove(session.hash);
    this.auditLog.record({ event: 'sign_out', accountId: session.accountId, address });
  }
}
