import { beforeEach, expect, it } from '@jest/globals';
import { Deadline, withDeadline } from '../../src/adapters/support/deadline.js';
import type { AttemptRepository } from '../../src/domain/ports/repositories.js';
import { eventually } from '../support/eventually.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';

const LIMIT = { attempts: 3, periodMs: 60_000 };

const [JANE, JOE] = [keyOf(1), keyOf(2)];

function keyOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

/** These tests state what every adapter of AttemptRepository promises. */
describeEach(TEST_STORAGES, 'counting attempts', (kind) => {
  let opened: TestStorage;
  let attempts: AttemptRepository;
  beforeEach(async () => {
    opened = await openNew(kind);
    ({ attempts } = opened);
  });

  async function attempt(count: number, key: string, limit = LIMIT, by = attempts): Promise<number[]> {
    const waits: number[] = [];
    for (let each = 0; each < count; each++) waits.push(await by.count(key, limit));
    return waits;
  }

  /** Counts an attempt under each key at once, for as long as that takes. */
  function countAll(keys: readonly string[], limit: typeof LIMIT): Promise<number[]> {
    const counts = () => Promise.all(keys.map((key) => attempts.count(key, limit)));
    return withDeadline(new Deadline(120_000), counts);
  }

  it('allows attempts up to the limit, then returns the time to wait', async () => {
    const waits = await attempt(5, JANE);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(LIMIT.periodMs / 10); // the result is in milliseconds and not in seconds
      expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    }
  });

  it('counts each key separately, with its own limit', async () => {
    await attempt(4, JANE);
    expect(await attempt(3, JOE)).toEqual([0, 0, 0]);
    expect(await attempt(2, keyOf(3), { attempts: 1, periodMs: 60_000 })).toEqual([0, expect.any(Number)]);
  });

  it('starts over after the period, which refused attempts do not prolong', async () => {
    const brief = { attempts: 1, periodMs: 600 };
    await eventually(async () => (await attempts.count(JANE, brief)) > 0);
    await eventually(async () => (await attempts.count(JANE, brief)) === 0);
  });

  it('takes back one attempt of one key, also of a refused one, and does not prolong its period', async () => {
    await attempt(LIMIT.attempts + 1, JANE);
    await attempt(LIMIT.attempts, JOE);
    for (let each = 0; each < 2; each++) await attempts.refund(JANE);
    const [allowed, wait] = await attempt(2, JANE);
    expect(allowed).toBe(0);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(LIMIT.periodMs);
    expect(await attempts.count(JOE, LIMIT)).toBeGreaterThan(0);
  });

  it('takes back nothing of a key that has no count', async () => {
    await attempts.refund(JANE);
    expect(await attempt(4, JANE)).toEqual([0, 0, 0, expect.any(Number)]);
  });

  it('applies its limit to many concurrent attempts', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempts.count(JANE, LIMIT)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMIT.attempts);
  });

  it('purges expired counts, and no others', async () => {
    const brief = { attempts: 1, periodMs: 1 };
    await countAll(
      Array.from({ length: 250 }, (_, n) => keyOf(100 + n)),
      brief,
    );
    await attempts.count(JANE, LIMIT);
    await eventually(async () => {
      await attempts.purgeExpired();
      if (!kind.isShared) return true; // Its counts are in the memory of the process.
      const left = (await opened.target.sql?.query('SELECT * FROM tries')) ?? [];
      return left.map(({ key }) => String(key)).join() === JANE;
    });
    expect(await attempt(3, JANE)).toEqual([0, 0, expect.any(Number)]);
  });

  if (kind.isShared) {
    it('counts every attempt under a key whose count has expired while two instances purge it', async () => {
      const { attempts: other } = await opened.another();
      const once = { attempts: 1, periodMs: 60_000 };
      const keys = Array.from({ length: 300 }, (_, n) => keyOf(n));
      await countAll(keys, { ...once, periodMs: 1 });
      const counted = Date.now();
      await eventually(() => Date.now() > counted + 1);
      const purges = [attempts.purgeExpired(), other.purgeExpired()];
      const firsts = await countAll(keys, once);
      await Promise.all(purges);
      expect(firsts).toEqual(keys.map(() => 0));
      const seconds = await countAll(keys, once);
      expect(seconds.filter((wait) => wait === 0)).toEqual([]);
    });

    it('counts the attempts of every instance together', async () => {
      const { attempts: other } = await opened.another();
      await attempt(2, JANE);
      await attempt(1, JANE, LIMIT, other);
      await other.refund(JANE);
      expect(await attempts.count(JANE, LIMIT)).toBe(0);
      for (const each of [attempts, other]) expect(await each.count(JANE, LIMIT)).toBeGreaterThan(0);
    });
  }
});
