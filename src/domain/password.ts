import { InvalidInput } from './errors.js';
import type { PasswordMeter } from './ports/security.js';

/** In Unicode code points. The minimum resists guessing; the maximum bounds the work of hashing. */
const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** The fewest guesses that a password must withstand. With the limits of attempts to sign in, they take decades. */
const MIN_GUESSES = 1e8;

/**
 * Follows NIST SP 800-63B, section 5.1.1.2: a minimum length, nothing that is easy to guess, and no rules of
 * composition. @param email as newAccount gives it
 * @throws DomainError `invalid`; the message never repeats the password
 */
export async function checkPassword(password: string, email: string, meter: PasswordMeter): Promise<void> {
  const { min, max } = PASSWORD_LENGTH;
  const length = Array.from(password).length;
  if (length < min || length > max) reject(`must be ${min} to ${max} characters long`);
  if (!password.isWellFormed()) reject('must not contain an unpaired surrogate');
  const localPart = email.slice(0, email.indexOf('@'));
  const { guesses, weakness = 'it is too simple' } = await meter.estimate(password, [email, localPart]);
  if (guesses < MIN_GUESSES) reject(`is too easy to guess, because ${weakness}; choose another one`);
}

/** @throws DomainError `invalid` if the new password is the current one */
export function checkChange(password: string, current: string): void {
  if (password === current) reject('must differ from the current one');
}

function reject(message: string): never {
  throw new InvalidInput([{ property: 'password', message }]);
}
