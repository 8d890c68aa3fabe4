import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Throttle } from '../../src/domain/ports/throttle.js';
import type { OpenStore, StoreKind } from '../support/stores.js';
import { expectUnavailable, withAnother } from './instances.js';

const LIMIT = { attempts: 3, periodMs: 60_000 };

/** What every adapter of Throttle owes. */
export function throttleContract(kind: StoreKind): void {
  let opened: OpenStore;
  let throttle: Throttle;
  beforeEach(async () => {
    opened = await kind.open();
    ({ throttle } = opened);
  });
  afterEach(() => opened.close());

  async function tries(count: number, name: string, limit = LIMIT, by = throttle): Promise<number[]> {
    const waits: number[] = [];
    for (let each = 0; each < count; each++) waits.push(await by.count(name, limit));
    return waits;
  }

  it('lets as many tries pass as the limit says, and then tells how long to wait', async () => {
    const waits = await tries(5, 'jane');
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(LIMIT.periodMs - 10_000);
      expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    }
  });

  it('counts every name by itself, with its own limit', async () => {
    await tries(4, 'jane');
    expect(await tries(3, 'joe')).toEqual([0, 0, 0]);
    const names = ['Jane', 'jane ', 'janë', '', 'j', '🐈', "'; --", 'x'.repeat(10_000), `${'x'.repeat(10_000)}y`];
    for (const name of names) expect(await tries(1, name)).toEqual([0]);
    expect(await tries(2, 'strict', { attempts: 1, periodMs: 60_000 })).toEqual([0, expect.any(Number)]);
  });

  it('starts over once the period is over, which later tries do not prolong', async () => {
    const brief = { attempts: 1, periodMs: 600 };
    const [, wait = 0] = await tries(2, 'jane', brief);
    expect(wait).toBeGreaterThan(0);
    await sleep(wait / 2);
    expect(await throttle.count('jane', brief)).toBeLessThanOrEqual(wait);
    await sleep(wait / 2 + 50);
    expect(await throttle.count('jane', brief)).toBe(0);
  });

  it('takes back one attempt of one name, and does not prolong its period', async () => {
    await tries(3, 'jane');
    await tries(3, 'joe');
    await throttle.refund('jane', LIMIT);
    expect(await throttle.count('jane', LIMIT)).toBe(0);
    const wait = await throttle.count('jane', LIMIT);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    expect(await throttle.count('joe', LIMIT)).toBeGreaterThan(0);
  });

  it('lets no try slip through where many come at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => throttle.count('jane', LIMIT)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMIT.attempts);
  });

  it('keeps counting what is not over when it tidies up', async () => {
    await tries(4, 'jane');
    await tries(1, 'joe', { attempts: 1, periodMs: 1 });
    await sleep(20);
    await throttle.purgeExpired();
    expect(await throttle.count('jane', LIMIT)).toBeGreaterThan(0);
    expect(await throttle.count('joe', LIMIT)).toBe(0);
  });

  it('deletes the counts whose period is over, however many, from where it keeps them', async () => {
    const brief = { attempts: 1, periodMs: 1 };
    await Promise.all(Array.from({ length: 600 }, (_, n) => throttle.count(`${n}`, brief)));
    await throttle.count('jane', LIMIT);
    await sleep(20);
    await throttle.purgeExpired();
    // Those in the memory of the process go by themselves.
    if (opened.countsKept !== undefined) expect(await opened.countsKept()).toBe(1);
    expect(await tries(3, 'jane')).toEqual([0, 0, expect.any(Number)]);
  });

  // Elsewhere one process serves a store, and counts in its memory.
  if (kind.reach === 'network') {
    it('counts the attempts of every instance together', async () => {
      await withAnother(opened, async (other) => {
        await tries(2, 'jane');
        await tries(2, 'jane', LIMIT, other.throttle);
        for (const each of [throttle, other.throttle]) expect(await each.count('jane', LIMIT)).toBeGreaterThan(0);
        for (let each = 0; each < 4; each++) await other.throttle.refund('jane', LIMIT);
        expect(await throttle.count('jane', LIMIT)).toBe(0);
      });
    });

    it('is unavailable to every call once it has let go of the store', () =>
      expectUnavailable(opened, ({ throttle: closed }) => [
        () => closed.count('jane', LIMIT),
        () => closed.refund('jane', LIMIT),
        () => closed.purgeExpired(),
      ]));
  }
}
