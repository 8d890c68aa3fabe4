export interface Clock {
  now(): Date;
}

export interface Secrets {
  /** `length` characters drawn evenly from `alphabet` (at most 256) by a cryptographically secure generator. */
  randomText(alphabet: string, length: number): string;
  /** SHA-256 (FIPS 180-4) of the text's UTF-8, as 64 lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** The same of texts that come one after another. */
  startSha256(): { add(text: string): void; digest(): string };
  /** CRC-32 (ISO-HDLC, as in zlib and RFC 1952) of the text's UTF-8, 0 to 2^32 - 1. */
  crc32(text: string): number;
}

export interface PasswordHasher {
  /** A salted hash with its parameters, at most 255 ASCII characters. */
  hash(password: string): Promise<string>;
  /** Whether the hash belongs to this password. Takes the same time for a wrong password, and without a hash, as for a right one. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** The passwords that guessers try first. */
export interface CommonPasswords {
  /** Whether the list has this password. @param password in lower case. */
  has(password: string): Promise<boolean>;
}

export interface AttemptLimit {
  readonly attempts: number;
  /** In milliseconds, at most a day; begins with the first attempt. */
  readonly periodMs: number;
}

/** Counts attempts, so that guessing is slow. Every method rejects with DomainError `unavailable` without its counts. */
export interface Throttle {
  /**
   * Counts one attempt under this name, which always comes with the same limit. Resolves to the milliseconds to wait
   * before the next attempt: 0 when this one is within the limit, else it is refused. Concurrent attempts are counted one
   * by one. A refusal may stand until its end, even if another instance takes attempts back.
   */
  count(name: string, limit: AttemptLimit): Promise<number>;
  /** Takes back one attempt that was counted under this name with this limit. */
  refund(name: string, limit: AttemptLimit): Promise<void>;
  /** Deletes every count whose period is over, to free its space. */
  purgeExpired(): Promise<void>;
}

type AttemptFailure = 'unknown_email' | 'no_password' | 'wrong_password' | 'too_many_attempts' | 'unavailable';

/** Something that happened to an account or its keys. Holds no password, key, token or email. */
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
    | 'account_deleted';
  /** Absent when no account is known. */
  readonly accountId?: bigint | undefined;
  readonly keyPrefix?: string | undefined;
  /** The network address of the client; absent when an operator acts. */
  readonly address?: string | undefined;
  /** Why it failed. Only operators learn it. */
  readonly reason?: AttemptFailure | 'email_taken' | undefined;
}

/** Keeps a record for operators. Never throws: no operation fails because of its record. */
export interface AuditLog {
  record(event: AuditEvent): void;
}
