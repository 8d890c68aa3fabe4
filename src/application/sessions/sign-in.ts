import { countAttempt, ATTEMPT_LIMITS } from './attempts.js';
import { normaliseEmail } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { PasswordHasher } from '../../domain/ports/password-hasher.js';
import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import type { Throttle } from '../../domain/ports/throttle.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The network address that asks, in the one form in which tries are counted for it. */
  readonly address: string;
}

const WRONG = 'The email or the password is wrong.';

/** 43 characters of a 64-letter alphabet: 258 random bits. */
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TOKEN_LENGTH = 43;

/** Begins a session. */
export class SignIn {
  private decoyHash: Promise<string> | undefined;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The session's token, for the browser alone.
   * @throws DomainError `sign_in_failed` whatever was wrong, `too_many_attempts`, `unavailable`.
   */
  async execute({ email, password, address }: Credentials): Promise<string> {
    const name = normaliseEmail(email);
    // The address first: one that is refused must not use up the tries of other people's accounts.
    await countAttempt(this.throttle, `sign-in from ${address}`, ATTEMPT_LIMITS.signInFrom);
    // Counted for an unknown email alike, so that being refused tells nothing.
    await countAttempt(this.throttle, `sign-in to ${name}`, ATTEMPT_LIMITS.signInTo);

    const decoyHash = await this.nobody();
    const account = await this.accounts.findByEmail(name);
    const hash = account && (await this.accounts.findPasswordHash(account.id));
    // A password is checked in any case, so that an unknown email takes as long as a known one.
    const matches = await this.hasher.verify(hash ?? decoyHash, password);
    if (account === undefined || hash === undefined || !matches) {
      throw new DomainError('sign_in_failed', WRONG);
    }
    // Those of the address stay: else whoever has one account could guess at all others for ever.
    await this.throttle.refund(`sign-in to ${name}`, ATTEMPT_LIMITS.signInTo);
    const token = this.secrets.randomText(TOKEN_ALPHABET, TOKEN_LENGTH);
    const now = this.clock.now();
    const session = { hash: this.secrets.sha256(token), accountId: account.id, createdAt: now, lastSeenAt: now };
    await this.sessions.add(session);
    // The password may have changed since it was checked, and all sessions ended before this one was there.
    if ((await this.accounts.findPasswordHash(account.id)) !== hash) {
      await this.sessions.remove(session.hash);
      throw new DomainError('sign_in_failed', WRONG);
    }
    return token;
  }

  /** The hash of a password that nobody has. Made anew where making it failed. */
  private nobody(): Promise<string> {
    this.decoyHash ??= this.hasher
      .hash(this.secrets.randomText(TOKEN_ALPHABET, TOKEN_LENGTH))
      .catch((error: unknown) => {
        this.decoyHash = undefined;
        throw error;
      });
    return this.decoyHash;
  }
}
