import { normaliseEmail } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';

/**
 * Finds the account with an email.
 * @param email the email, which may have upper-case letters and spaces around it
 * @throws DomainError `not_found`, `unavailable`.
 */
export async function accountWithEmail(accounts: Pick<AccountRepository, 'findByEmail'>, email: string) {
  const account = await accounts.findByEmail(normaliseEmail(email));
  if (account === undefined) throw noAccountWith(email);
  return account;
}

export function noAccountWith(email: string): DomainError {
  return new DomainError('not_found', `No account has the email ${email}.`);
}
