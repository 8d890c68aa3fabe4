import { beforeEach, expect, it } from '@jest/globals';
import type { Throttle } from '../../src/domain/ports/security.js';
import { eventually } from '../support/eventually.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';

const LIMIT = { attempts: 3, periodMs: 60_000 };

/** These tests state what every adapter of Throttle promises. */
describeEach(TEST_STORAGES, 'the throttle', (kind) => {
  let opened: TestStorage;
  let throttle: Throttle;
  beforeEach(async () => {
    opened = await openNew(kind);
    ({ throttle } = opened);
  });

  async function attempt(count: number, name: string, limit = LIMIT, by = throttle): Promise<number[]> {
    const waits: number[] = [];
    for (let each = 0; each < count; each++) waits.push(await by.count(name, limit));
    return waits;
  }

  it('allows attempts up to the limit, then returns the time to wait', async () => {
    const waits = await attempt(5, 'jane');
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(LIMIT.periodMs / 10); // the result is in milliseconds and not in seconds
      expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    }
  });

  it('counts each name separately, with its own limit', async () => {
    await attempt(4, 'jane');
    expect(await attempt(3, 'joe')).toEqual([0, 0, 0]);
    const names = ['Jane', 'jane ', 'janë', '', 'j', '🐈', "'; --", 'x'.repeat(10_000), `${'x'.repeat(10_000)}y`];
    for (const name of names) expect(await attempt(1, name)).toEqual([0]);
    expect(await attempt(2, 'strict', { attempts: 1, periodMs: 60_000 })).toEqual([0, expect.any(Number)]);
  });

  it('starts over after the period, which refused attempts do not prolong', async () => {
    const brief = { attempts: 1, periodMs: 600 };
    await eventually(async () => (await throttle.count('jane', brief)) > 0);
    await eventually(async () => (await throttle.count('jane', brief)) === 0);
  });

  it('takes back one attempt of one name, also of a refused one, and does not prolong its period', async () => {
    await attempt(LIMIT.attempts + 1, 'jane');
    await attempt(LIMIT.attempts, 'joe');
    for (let each = 0; each < 2; each++) await throttle.refund('jane');
    const [allowed, wait] = await attempt(2, 'jane');
    expect(allowed).toBe(0);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    expect(await throttle.count('joe', LIMIT)).toBeGreaterThan(0);
  });

  it('applies its limit to many concurrent attempts', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => throttle.count('jane', LIMIT)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMIT.attempts);
  });

  it('purges expired counts', async () => {
    const brief = { attempts: 1, periodMs: 1 };
    await Promise.all(Array.from({ length: 600 }, (_, n) => throttle.count(`${n}`, brief)));
    await throttle.count('jane', LIMIT);
    const { sql } = opened.target;
    // Counts in the memory of the process are not visible here.
    const counts = async () => (kind.isShared && sql ? sql.query('SELECT * FROM tries') : [{ key: '' }]);
    await eventually(async () => {
      await throttle.purgeExpired();
      return (await counts()).length <= 1;
    });
    const shown = kind.isShared ? expect.stringMatching(/^[0-9a-f]{64}$/) : ''; // a count shows no name
    expect(await counts()).toMatchObject([{ key: shown }]);
    expect(await attempt(3, 'jane')).toEqual([0, 0, expect.any(Number)]);
  });

  // On any other storage one process serves the store and counts in its memory.
  if (kind.isShared) {
    it('counts every attempt under a name whose count has expired while two instances purge it', async () => {
      const other = await opened.another();
      const names = Array.from({ length: 300 }, (_, n) => `${n}`);
      await Promise.all(names.map((name) => throttle.count(name, { attempts: 1, periodMs: 1 })));
      const counted = Date.now();
      await eventually(() => Date.now() > counted + 1);
      const purges = [throttle.purgeExpired(), other.throttle.purgeExpired()];
      const waits = await Promise.all(names.map((name) => throttle.count(name, LIMIT)));
      await Promise.all(purges);
      expect(waits).toEqual(names.map(() => 0));
      const counts = await opened.target.sql?.query('SELECT COUNT(*) AS names, SUM(points) AS attempts FROM tries');
      expect(counts?.map((row) => Object.values(row).map(Number))).toEqual([[names.length, names.length]]);
    });

    it('counts the attempts of every instance together', async () => {
      const other = await opened.another();
      await attempt(2, 'jane');
      await attempt(1, 'jane', LIMIT, other.throttle);
      await other.throttle.refund('jane');
      expect(await throttle.count('jane', LIMIT)).toBe(0);
      for (const each of [throttle, other.throttle]) expect(await each.count('jane', LIMIT)).toBeGreaterThan(0);
    });
  }
});
