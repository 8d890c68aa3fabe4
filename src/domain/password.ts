import { rejectViolations } from './errors.js';

/** Bounds of a password, in Unicode code points: long enough to resist guessing, short enough to hash at once. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/**
 * @param common the passwords that guessers try first, in lower case.
 * @throws DomainError `invalid`; the message never repeats the password.
 */
export function checkPassword(password: string, common: ReadonlySet<string>): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = Array.from(password).length;
  if (length < min || length > max) rejectViolations([`password must be ${min} to ${max} characters long`]);
  if (!password.isWellFormed()) rejectViolations(['password must not contain an unpaired surrogate']);
  if (common.has(password.normalize('NFKC').toLowerCase()))
    rejectViolations(['password is one of the commonest; choose another']);
}
