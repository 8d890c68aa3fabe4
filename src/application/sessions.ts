import type { Credentials } from './accounts.js';
import {
  countAttempt,
  refundAttempts,
  reportRefusal,
  requireAttempt,
  signInsFrom,
  signInsTo,
  type Client,
} from './attempts.js';
import { isEmail, normaliseEmail, type Account } from '../domain/account.js';
import { DomainError } from '../domain/errors.js';
import type { AccountRepository, AttemptRepository, SessionRepository } from '../domain/ports/repositories.js';
import type { AuditLog, Clock, PasswordHasher, Secrets } from '../domain/ports/security.js';
import { isSessionAlive, sessionId } from '../domain/session.js';
import { isUseRecorded } from '../domain/values.js';

/** A token has 43 characters of an alphabet of 64, which are 258 random bits. */
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TOKEN_LENGTH = 43;

const NO_ACCOUNT = 0n;

const LISTED_SESSIONS = 100;

export type ListedSession = Awaited<ReturnType<SessionUseCases['listSessions']>>[number];

interface Dependencies {
  readonly accounts: Pick<AccountRepository, 'find' | 'findByEmail' | 'findPasswordHash'>;
  readonly sessions: SessionRepository;
  readonly hasher: PasswordHasher;
  readonly attempts: Pick<AttemptRepository, 'count' | 'refund'>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
}

/** Every method may reject with DomainError `unavailable`. */
export class SessionUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /** Resolves to the token of a new session. @throws DomainError `sign_in_failed`, `too_many_attempts` */
  async signIn({ email, password, client }: Credentials): Promise<string> {
    const { auditLog } = this.dependencies;
    const name = normaliseEmail(email);
    // A text that is no address has no account, so it is refused without a count and without work.
    if (!isEmail(name)) {
      auditLog.record({ event: 'sign_in_failed', address: client.address, reason: 'unknown_email' });
      throw signInFailed();
    }
    // The network comes first, so an attempt that is refused there does not count for the account.
    const attempt = () =>
      countAttempt(this.dependencies, [signInsFrom(client)], () => this.tryPassword(name, password, client));
    return reportRefusal(attempt, (reason) =>
      auditLog.record({ event: 'sign_in_failed', address: client.address, reason }),
    );
  }

  /**
   * Counts a form with a password that was refused because too many waited, as a sign-in from its network, so that a
   * flood uses up its own limit. @throws TooManyAttempts
   */
  async countAsSignIn(client: Client): Promise<void> {
    await requireAttempt(this.dependencies, signInsFrom(client));
  }

  /**
   * Does the same work for an unknown email as for a known one, so that neither the time nor a refusal shows which
   * emails have accounts.
   */
  private async tryPassword(email: string, password: string, client: Client): Promise<string> {
    const { accounts, auditLog } = this.dependencies;
    const account = await accounts.findByEmail(email);
    const hash = await accounts.findPasswordHash(account?.id ?? NO_ACCOUNT);
    const counts = signInsTo(email, hash, client);
    return countAttempt(this.dependencies, counts, async () => {
      const verified = await this.verify(account, hash, password, client);
      const token = await this.begin(verified.accountId, verified.hash, client);
      // Only this attempt is taken back. Earlier ones still count: otherwise the count would show that the account
      // exists. The count of the network stays, because each attempt costs a hash.
      await refundAttempts(this.dependencies, counts);
      auditLog.record({ event: 'sign_in', accountId: verified.accountId, address: client.address });
      return token;
    });
  }

  /** Takes the same time whether there is a password or not. */
  private async verify(account: Account | undefined, hash: string | undefined, password: string, { address }: Client) {
    const { hasher, auditLog } = this.dependencies;
    const matches = await hasher.verify(hash, password);
    if (account === undefined || hash === undefined || !matches) {
      const reason = failureOf(account, hash);
      auditLog.record({ event: 'sign_in_failed', accountId: account?.id, address, reason });
      throw signInFailed();
    }
    return { accountId: account.id, hash };
  }

  private async begin(accountId: bigint, passwordHash: string, { address, browser }: Client): Promise<string> {
    const { accounts, sessions, clock, secrets, auditLog } = this.dependencies;
    const token = secrets.randomText(TOKEN_ALPHABET, TOKEN_LENGTH);
    const now = clock.now();
    const hash = secrets.sha256(token);
    await sessions.add({ hash, accountId, createdAt: now, lastSeenAt: now, address, browser });
    // The password may have changed since it was checked, and all sessions may have ended before this one was added.
    if ((await accounts.findPasswordHash(accountId)) !== passwordHash) {
      await sessions.remove(hash);
      auditLog.record({ event: 'sign_in_failed', accountId, address, reason: 'wrong_password' });
      throw signInFailed();
    }
    return token;
  }

  /** Resolves to `undefined` when the token is unknown or the session has ended. Records the use of the session. */
  async resumeSession(token: string): Promise<Account | undefined> {
    const { accounts, sessions, clock, secrets } = this.dependencies;
    const session = await sessions.find(secrets.sha256(token));
    const now = clock.now();
    if (session === undefined || !isSessionAlive(session, now)) return undefined;
    if (isUseRecorded(session.lastSeenAt, now)) sessions.recordUse(session.hash, now);
    return accounts.find(session.accountId);
  }

  /** Does nothing when the token is unknown. */
  async signOut(token: string, address: string): Promise<void> {
    const { sessions, secrets, auditLog } = this.dependencies;
    const session = await sessions.find(secrets.sha256(token));
    if (session === undefined) return;
    await sessions.remove(session.hash);
    auditLog.record({ event: 'sign_out', accountId: session.accountId, address });
  }

  /**
   * Lists the sessions that have not ended; the one that was seen last comes first. @param token that of the current
   * session
   */
  async listSessions(accountId: bigint, token: string) {
    const { sessions, clock, secrets } = this.dependencies;
    const current = secrets.sha256(token);
    const now = clock.now();
    const found = await sessions.list(accountId, LISTED_SESSIONS);
    return found
      .filter((session) => isSessionAlive(session, now))
      .map(({ hash, accountId: _, ...session }) => ({ ...session, id: sessionId(hash), isCurrent: hash === current }));
  }

  /** @param id as `listSessions` gives it @throws DomainError `not_found` */
  async endSession(accountId: bigint, id: string, address: string): Promise<void> {
    const { sessions, auditLog } = this.dependencies;
    const found = await sessions.list(accountId, LISTED_SESSIONS);
    const session = found.find(({ hash }) => sessionId(hash) === id);
    if (session === undefined) throw new DomainError('not_found', 'No session of the account has this id.');
    await sessions.remove(session.hash);
    auditLog.record({ event: 'sessions_ended', accountId, address });
  }

  /** @param token that of the current session */
  async endOtherSessions(accountId: bigint, token: string, address: string): Promise<void> {
    const { sessions, secrets, auditLog } = this.dependencies;
    await sessions.removeOf(accountId, secrets.sha256(token));
    auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}

function failureOf(account: Account | undefined, hash: string | undefined) {
  if (account === undefined) return 'unknown_email';
  return hash === undefined ? 'no_password' : 'wrong_password';
}

function signInFailed(): DomainError {
  return new DomainError('sign_in_failed', 'The email or the password is wrong.');
}
