import type { Pet } from '../pet.js';

export interface Clock {
  now(): Date;
}

export interface Secrets {
  /** Draws characters evenly from `alphabet`, which has at most 256, with a cryptographically secure generator. */
  randomText(alphabet: string, length: number): string;
  /** Returns the SHA-256 of the UTF-8 of the text as 64 lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** Returns the CRC-32 of the UTF-8 of the text (RFC 1952, section 8). */
  crc32(text: string): number;
}

export interface PasswordHasher {
  /** Resolves to a salted hash with its parameters, at most 255 ASCII characters. */
  hash(password: string): Promise<string>;
  /** The check takes the same time for a right password, for a wrong one, and without a hash. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** Estimates how hard a password is to guess. */
export interface PasswordMeter {
  /**
   * Resolves to the number of guesses that an attacker who knows common passwords and patterns needs, and to the greatest
   * weakness as a clause such as "it is a date", if it can be named.
   * @param related texts that the attacker also tries, such as the email
   */
  estimate(
    password: string,
    related: readonly string[],
  ): Promise<{ readonly guesses: number; readonly weakness: string | undefined }>;
}

type AttemptFailure = 'unknown_email' | 'no_password' | 'wrong_password' | 'too_many_attempts' | 'unavailable';

/** Something that happened to an account, its keys or an animal, without passwords, keys, tokens and emails. */
export interface AuditEvent {
  readonly event:
    | 'sign_up'
    | 'sign_up_failed'
    | 'sign_in'
    | 'sign_in_failed'
    | 'sign_out'
    | 'sessions_ended'
    | 'password_changed'
    | 'password_confirmation_failed'
    | 'api_key_created'
    | 'api_key_replaced'
    | 'api_key_revoked'
    | 'account_deleted'
    | 'pet_status_changed';
  readonly accountId?: bigint | undefined;
  readonly keyPrefix?: string | undefined;
  /** The animal whose status has changed. */
  readonly pet?: Pick<Pet, 'id' | 'status'> | undefined;
  /** Absent when an operator acts. */
  readonly address?: string | undefined;
  /** Only operators see it. */
  readonly reason?: AttemptFailure | 'email_taken' | undefined;
}

/** It never throws, so no operation fails because of its record. */
export interface AuditLog {
  record(event: AuditEvent): void;
}
