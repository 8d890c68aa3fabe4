import { confirmationsOf, countAttempt, refundAttempts, reportRefusal, signUpsFrom, type Client } from './attempts.js';
import { collectPages } from './collect-pages.js';
import { newAccount, normaliseEmail, type Account } from '../domain/account.js';
import { DomainError, hasCode } from '../domain/errors.js';
import { checkChange, checkPassword } from '../domain/password.js';
import type {
  AccountRepository,
  ApiKeyRepository,
  AttemptRepository,
  SessionRepository,
} from '../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock, PasswordHasher, PasswordMeter, Secrets } from '../domain/ports/security.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
}

/** A change that the account holder confirms with the current password. */
interface ConfirmedChange {
  readonly account: Account;
  readonly currentPassword: string;
  readonly address: string;
}

export interface PasswordChange extends ConfirmedChange {
  readonly newPassword: string;
}

interface Dependencies {
  readonly accounts: AccountRepository;
  readonly apiKeys: Pick<ApiKeyRepository, 'change'>;
  readonly sessions: Pick<SessionRepository, 'removeOf'>;
  readonly hasher: PasswordHasher;
  readonly passwordMeter: PasswordMeter;
  readonly attempts: Pick<AttemptRepository, 'count' | 'refund'>;
  readonly secrets: Pick<Secrets, 'sha256'>;
  readonly clock: Clock;
  readonly auditLog: AuditLog;
}

/** What operators and account holders do with accounts. Every method may reject with DomainError `unavailable`. */
export class AccountUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /** For operators: creates an account without a password. @throws DomainError `invalid`, `already_exists` */
  async createAccount(email: string): Promise<Account> {
    const { accounts, clock } = this.dependencies;
    const account = newAccount(email, clock.now());
    return accounts.add(account).catch((error: unknown) => {
      if (!hasCode(error, 'already_exists')) throw error;
      throw new DomainError('already_exists', `An account with the email ${account.email} already exists.`);
    });
  }

  /** For operators: lists all accounts, oldest first. */
  listAccounts(): Promise<Account[]> {
    return collectPages((limit, after) => this.dependencies.accounts.list(limit, after?.id));
  }

  /** For operators. @throws DomainError `not_found` */
  findAccount(email: string): Promise<Account> {
    return accountWithEmail(this.dependencies.accounts, email);
  }

  /**
   * For operators: deletes an account, revokes its keys and ends its sessions; its animals stay. After a failure it can
   * be repeated. @throws DomainError `not_found`
   */
  async deleteAccount(email: string): Promise<Account> {
    const account = await this.findAccount(email);
    await this.remove(account.id);
    this.dependencies.auditLog.record({ event: 'account_deleted', accountId: account.id });
    return account;
  }

  /** For operators: sets a password and ends all sessions of the account. @throws DomainError `not_found`, `invalid` */
  async resetPassword(email: string, password: string): Promise<Account> {
    const account = await this.checkNewPassword(email, password);
    await this.setPassword(account.id, password);
    this.dependencies.auditLog.record({ event: 'password_changed', accountId: account.id });
    return account;
  }

  /** For operators: checks a password for an account. @throws DomainError `not_found`, `invalid` */
  async checkNewPassword(email: string, password: string): Promise<Account> {
    const account = await accountWithEmail(this.dependencies.accounts, email);
    await checkPassword(password, account.email, this.dependencies.passwordMeter);
    return account;
  }

  /**
   * Creates an account for a person (specification, section 5.5). Does the same work and resolves in the same way for
   * an email that already has an account, but then changes nothing. @throws DomainError `invalid`, `too_many_attempts`
   */
  async signUp({ email, password, client }: Credentials): Promise<void> {
    const { accounts, hasher, passwordMeter, clock, auditLog } = this.dependencies;
    const account = newAccount(email, clock.now());
    await checkPassword(password, account.email, passwordMeter);
    await countAttempt(this.dependencies, [signUpsFrom(client)], async () => {
      // The password is hashed before the email is looked up, so that a known email takes as long as an unknown one.
      const hash = await hasher.hash(password);
      try {
        const { id } = await accounts.add(account, hash);
        auditLog.record({ event: 'sign_up', accountId: id, address: client.address });
      } catch (error) {
        if (!hasCode(error, 'already_exists')) throw error;
        auditLog.record({ event: 'sign_up_failed', address: client.address, reason: 'email_taken' });
      }
    });
  }

  /**
   * For the account holder: changes the password and ends all sessions of the account.
   * @throws DomainError `sign_in_failed` for a wrong current password, `too_many_attempts`, `invalid`
   */
  async changePassword({ newPassword, ...change }: PasswordChange): Promise<void> {
    const { account, currentPassword, address } = change;
    await this.confirmPassword(change);
    await checkPassword(newPassword, account.email, this.dependencies.passwordMeter);
    checkChange(newPassword, currentPassword);
    await this.setPassword(account.id, newPassword);
    this.dependencies.auditLog.record({ event: 'password_changed', accountId: account.id, address });
  }

  /**
   * For the account holder: does the same as `deleteAccount`.
   * @throws DomainError `sign_in_failed` for a wrong password, `too_many_attempts`
   */
  async deleteOwnAccount(change: ConfirmedChange): Promise<void> {
    await this.confirmPassword(change);
    const { id } = change.account;
    await this.remove(id);
    this.dependencies.auditLog.record({ event: 'account_deleted', accountId: id, address: change.address });
  }

  private async remove(id: bigint): Promise<void> {
    const { accounts, apiKeys, sessions, clock } = this.dependencies;
    // The keys are revoked first: while the account exists, the deletion can be repeated. A key that is created before
    // the account is removed does not work without it.
    const revokedAt = clock.now();
    await apiKeys.change(id, (unrevoked) => unrevoked.map((key) => ({ ...key, revokedAt })));
    await accounts.remove(id);
    await sessions.removeOf(id);
  }

  /** @throws DomainError `sign_in_failed`, `too_many_attempts` */
  private async confirmPassword({ account: { id }, currentPassword, address }: ConfirmedChange): Promise<void> {
    const { accounts, hasher, auditLog } = this.dependencies;
    const fail = (reason: AuditEvent['reason']) =>
      auditLog.record({ event: 'password_confirmation_failed', accountId: id, address, reason });
    const attempt = async () => {
      const hash = await accounts.findPasswordHash(id);
      const count = confirmationsOf(id, hash);
      await countAttempt(this.dependencies, [count], async () => {
        if (!(await hasher.verify(hash, currentPassword))) {
          fail('wrong_password');
          throw new DomainError('sign_in_failed', 'The password is wrong.');
        }
        await refundAttempts(this.dependencies, [count]);
      });
    };
    await reportRefusal(attempt, fail);
  }

  private async setPassword(accountId: bigint, password: string): Promise<void> {
    const { accounts, hasher, sessions } = this.dependencies;
    await accounts.setPasswordHash(accountId, await hasher.hash(password));
    await sessions.removeOf(accountId);
  }
}

/** @param email may have upper-case letters and spaces around it @throws DomainError `not_found` */
export async function accountWithEmail(
  accounts: Pick<AccountRepository, 'findByEmail'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email));
  if (account === undefined) throw noAccountWith(email);
  return account;
}

export function noAccountWith(email: string): DomainError {
  return new DomainError('not_found', `No account has the email ${email}.`);
}
