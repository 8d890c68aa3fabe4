import { InvalidInput } from './errors.js';

/** An account that has no id yet (specification, section 5). */
export interface NewAccount {
  /** The email is in lower case and unique among accounts. */
  readonly email: string;
  readonly createdAt: Date;
}

export interface Account extends NewAccount {
  /** The database assigns the id, a positive int64. */
  readonly id: bigint;
}

/** The longest address that SMTP can carry, in octets (RFC 5321, section 4.5.3.1.3, less its angle brackets). */
const EMAIL_MAX_LENGTH = 254;

// This is the WHATWG's "valid e-mail address", which <input type="email"> of a browser accepts; it includes
// owner@localhost.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** The form in which an address is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether an account may have this email. @param email the result of `normaliseEmail` */
export function isEmail(email: string): boolean {
  return email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email);
}

/** @throws DomainError `invalid` if `email` is not an address. */
export function newAccount(email: string, createdAt: Date): NewAccount {
  const normalised = normaliseEmail(email);
  if (!isEmail(normalised)) {
    const message = `must be an address such as jane@example.com, of at most ${EMAIL_MAX_LENGTH} characters`;
    throw new InvalidInput([{ property: 'email', message }]);
  }
  return { email: normalised, createdAt };
}
