import { describe, expect, it } from '@jest/globals';
import { isSessionAlive, SESSION_LIFE, sessionId } from '../../src/domain/session.js';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 60 * 60_000];
const HASH = '0123456789abcdef'.repeat(4);
const BEGAN = new Date('2026-12-01T12:00:00Z');

const after = (time: number): Date => new Date(BEGAN.getTime() + time);

/** Whether a session with its last request at one time after its beginning is alive at another. */
function isAlive(lastSeen: number, now: number): boolean {
  return isSessionAlive({ hash: HASH, accountId: 1n, createdAt: BEGAN, lastSeenAt: after(lastSeen) }, after(now));
}

describe('A session', () => {
  it('is alive when it begins', () => {
    expect(isAlive(0, 0)).toBe(true);
  });

  it('ends half an hour after its last request', () => {
    expect([isAlive(HOUR, HOUR + 30 * MINUTE - 1), isAlive(HOUR, HOUR + 30 * MINUTE)]).toEqual([true, false]);
  });

  it('ends twelve hours after its beginning, also with requests until then', () => {
    const last = 12 * HOUR - SECOND;
    expect([isAlive(last, 12 * HOUR - 1), isAlive(last, 12 * HOUR)]).toEqual([true, false]);
  });

  it('is named by the first 64 bits of its hash', () => {
    expect(sessionId(HASH)).toBe('0123456789abcdef');
  });

  it('lasts as long as the documents say', () => {
    expect(SESSION_LIFE).toEqual({ idle: 30 * MINUTE, absolute: 12 * HOUR });
  });
});
