import { InvalidInput } from './errors.js';
import type { CommonPasswords } from './ports/security.js';

/**
 * The bounds of a password, in Unicode code points. The minimum resists guessing; the maximum bounds the work of
 * hashing.
 */
const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** The shortest local part that a password must not contain. Shorter ones occur in ordinary words. */
const LOCAL_PART_MIN_LENGTH = 4;

/** The longest sequence whose repetition is refused, because repeating it adds no strength. */
const REPEATED_MAX_LENGTH = 8;

/**
 * Checks a new password by NIST SP 800-63B, section 5.1.1.2, which asks for a minimum length and a list of common
 * passwords, and for no rules of composition.
 * @param email the email of the account, as newAccount gives it
 * @throws DomainError `invalid`; the message never repeats the password
 */
export async function checkPassword(password: string, email: string, common: CommonPasswords): Promise<void> {
  const { min, max } = PASSWORD_LENGTH;
  const length = Array.from(password).length;
  if (length < min || length > max) reject(`must be ${min} to ${max} characters long`);
  if (!password.isWellFormed()) reject('must not contain an unpaired surrogate');
  const folded = password.normalize('NFKC').toLowerCase();
  if (containsEmail(folded, email)) {
    reject('must not contain the email address or the part before its @');
  }
  // A common password stays common with digits or signs before or after it, as in password2026!.
  const stem = folded.replace(/^\P{L}+/u, '').replace(/(?<=\p{L})\P{L}+$/u, '');
  if ((await common.has(folded)) || (await common.has(stem))) {
    reject('is too common; choose another one');
  }
  if (isRepetition(folded) || isSequence(folded)) {
    reject('must not repeat one character or a short sequence, nor count up or down');
  }
}

/** @throws DomainError `invalid` if the new password is the current one */
export function checkChange(password: string, current: string): void {
  if (password === current) reject('must differ from the current one');
}

function reject(message: string): never {
  throw new InvalidInput([{ property: 'password', message }]);
}

function containsEmail(folded: string, email: string): boolean {
  const localPart = email.slice(0, email.indexOf('@'));
  return folded.includes(localPart.length >= LOCAL_PART_MIN_LENGTH ? localPart : email);
}

function isRepetition(text: string): boolean {
  const characters = Array.from(text);
  for (let period = 1; period <= REPEATED_MAX_LENGTH; period++) {
    if (characters.every((character, at) => at < period || character === characters[at - period])) return true;
  }
  return false;
}

/** Whether the characters count up or down, as in abcdefghijkl or 1234567890123. */
function isSequence(text: string): boolean {
  const codes = Array.from(text.replaceAll('0', ':'), (character) => character.codePointAt(0) ?? 0); // The digit 0 follows 9.
  return [1, -1].some((step) => codes.every((code, at) => at === 0 || code === next(codes[at - 1] ?? 0, step)));
}

const [ONE, AFTER_NINE] = [0x31, 0x3a];

function next(code: number, step: number): number {
  if (code === AFTER_NINE && step === 1) return ONE;
  return code === ONE && step === -1 ? AFTER_NINE : code + step;
}
