import { accountWithEmail } from './account-with-email.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import type { Account } from '../../domain/account.js';
import { checkPassword } from '../../domain/password.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { PasswordHasher } from '../../domain/ports/password-hasher.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';

/** Sets the password of an account, by an operator or after the old one was asked for, and ends all its sessions. */
export class SetPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Gives the account. @throws DomainError `not_found` where no account has this email, `invalid`, `unavailable`. */
  async execute(email: string, password: string): Promise<Account> {
    const account = await accountWithEmail(this.accounts, email);
    checkPassword(password, COMMON_PASSWORDS);
    await this.accounts.setPasswordHash(account.id, await this.hasher.hash(password));
    await this.sessions.removeOf(account.id);
    return account;
  }
}
