import { isFromFuture } from './values.js';

/** A session, which begins when an account holder signs in with a browser. */
export interface Session {
  /** The SHA-256 of the token that the browser holds, as 64 hexadecimal digits, which is unique. */
  readonly hash: string;
  readonly accountId: bigint;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The network address from which the session began. A session of version 1.0.0 has none. */
  readonly address?: string | undefined;
  /** The browser and its system, such as `Firefox on Linux`, at most 40 characters. */
  readonly browser?: string | undefined;
}

/** How long a session lasts without a request, and how long it lasts at all, in milliseconds. */
export const SESSION_LIFE = { idle: 30 * 60_000, absolute: 12 * 60 * 60_000 } as const;

/** Returns a name of the session for its account holder: 64 bits of its hash, which do not reveal its token. */
export function sessionId(hash: string): string {
  return hash.slice(0, 16);
}

/** A session that begins in the future was made by a wrong clock. */
export function isSessionAlive({ createdAt, lastSeenAt }: Session, now: Date): boolean {
  return (
    !isFromFuture(createdAt, now) &&
    now.getTime() - lastSeenAt.getTime() < SESSION_LIFE.idle &&
    now.getTime() - createdAt.getTime() < SESSION_LIFE.absolute
  );
}
