/** One signed-in browser. */
export interface Session {
  /** SHA-256 of the token that the browser holds, 64 hexadecimal digits; unique. */
  readonly hash: string;
  readonly accountId: bigint;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The network address that it began from; absent on a session that version 1.0.0 began. */
  readonly address?: string;
}

/** How long a session lasts without a request, and at the most, in milliseconds. */
export const SESSION_LIFE = { idle: 30 * 60_000, absolute: 12 * 60 * 60_000 } as const;

/** How long a text that a session shows once can be shown, in milliseconds. */
export const FLASH_LIFE = 60_000;

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
