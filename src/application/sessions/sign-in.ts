import { ATTEMPT_LIMITS, countAttempt, type Client } from './attempts.js';
import { EMAIL_MAX_LENGTH, normaliseEmail, type Account } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock, PasswordHasher, Secrets, Throttle } from '../../domain/ports/security.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
}

/** A token has 43 characters of an alphabet of 64, which are 258 random bits. */
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TOKEN_LENGTH = 43;

const NO_ACCOUNT = 0n;

/** Begins a session for an account holder who gives the right email and password. */
export class SignIn {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'findPasswordHash'>,
    private readonly sessions: Pick<SessionRepository, 'add' | 'remove'>,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** Resolves to the token of the session. @throws DomainError `sign_in_failed`, `too_many_attempts`, `unavailable`. */
  async execute({ email, password, client }: Credentials): Promise<string> {
    const name = normaliseEmail(email);
    // An email of this length has no account, and a count of its attempts would take memory.
    if (name.length > EMAIL_MAX_LENGTH) throw signInFailed();
    const { address, network, site } = client;
    // The attempt is counted for an unknown email too, so that a refusal does not show which emails have accounts.
    const ofAccount = { name: `sign-in to ${name}`, limit: ATTEMPT_LIMITS.signInTo };
    // The network comes first, so an attempt that is refused there counts neither for its site nor for the account.
    const counts = [
      { name: `sign-in from ${network}`, limit: ATTEMPT_LIMITS.signInFromNetwork },
      { name: `sign-in from site ${site}`, limit: ATTEMPT_LIMITS.signInFromSite },
      ofAccount,
    ];
    const attempt = async () => {
      const { accountId, hash } = await this.verify(name, password, client);
      const token = await this.begin(accountId, hash, client);
      // Only this attempt is taken back. Earlier ones still count: otherwise the counter would show that the account
      // exists. The counts of the network and the site stay, because each attempt costs a hash.
      await this.throttle.refund(ofAccount.name);
      this.auditLog.record({ event: 'sign_in', accountId, address });
      return token;
    };
    return countAttempt(this.throttle, counts, attempt, (reason) =>
      this.auditLog.record({ event: 'sign_in_failed', address, reason }),
    );
  }

  /** Does the same work for an unknown email as for a known one, so that the time reveals nothing. */
  private async verify(email: string, password: string, { address }: Client) {
    const account = await this.accounts.findByEmail(email);
    const hash = await this.accounts.findPasswordHash(account?.id ?? NO_ACCOUNT);
    const matches = await this.hasher.verify(hash, password);
    if (account === undefined || hash === undefined || !matches) {
      const reason = failureOf(account, hash);
      this.auditLog.record({ event: 'sign_in_failed', accountId: account?.id, address, reason });
      throw signInFailed();
    }
    return { accountId: account.id, hash };
  }

  private async begin(accountId: bigint, hash: string, { address, browser }: Client): Promise<string> {
    const token = this.secrets.randomText(TOKEN_ALPHABET, TOKEN_LENGTH);
    const now = this.clock.now();
    const session = {
      hash: this.secrets.sha256(token),
      accountId,
      createdAt: now,
      lastSeenAt: now,
      address,
      browser,
    };
    await this.sessions.add(session);
    // The password may have changed since it was checked, and all sessions may have ended before this one was added.
    if ((await this.accounts.findPasswordHash(accountId)) !== hash) {
      await this.sessions.remove(session.hash);
      throw signInFailed();
    }
    return token;
  }
}

function failureOf(account: Account | undefined, hash: string | undefined) {
  if (account === undefined) return 'unknown_email';
  return hash === undefined ? 'no_password' : 'wrong_password';
}

function signInFailed(): DomainError {
  return new DomainError('sign_in_failed', 'The email or the password is wrong.');
}
