/** Why a sign-in or a password confirmation failed. Only operators learn it. */
export type AuthenticationFailure =
  'unknown_email' | 'no_password' | 'wrong_password' | 'too_many_attempts' | 'unavailable';

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
  /** The first 11 characters of the key. */
  readonly keyPrefix?: string | undefined;
  /** The network address of the client; absent when an operator acts. */
  readonly address?: string | undefined;
  readonly reason?: AuthenticationFailure | 'email_taken' | undefined;
}

/** Keeps a record for operators. Never throws: no operation fails because of its record. */
export interface AuditLog {
  record(event: AuditEvent): void;
}
