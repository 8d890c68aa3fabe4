export interface Session {
  /** SHA-256 of the token that the browser holds, 64 hexadecimal digits; unique. */
  readonly hash: string;
  readonly accountId: bigint;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The network address that it began from; absent on a session that version 1.0.0 began. */
  readonly address?: string;
  /** The browser and its system, such as `Firefox on Linux`, at most 40 characters; absent when they are unknown. */
  readonly browser?: string;
}

/** How long a session lasts without a request, and at the most, in milliseconds. */
export const SESSION_LIFE = { idle: 30 * 60_000, absolute: 12 * 60 * 60_000 } as const;

/** Names a session to its account holder: 64 bits of its hash, which does not reveal its token. */
export function sessionId(hash: string): string {
  return hash.slice(0, 16);
}

export function isSessionAlive({ createdAt, lastSeenAt }: Session, now: Date): boolean {
  return (
    now.getTime() - lastSeenAt.getTime() < SESSION_LIFE.idle &&
    now.getTime() - createdAt.getTime() < SESSION_LIFE.absolute
  );
}
