import { beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentApiKeys } from '../../../../../src/adapters/outbound/typeorm/repositories/recent-api-keys.js';
import type { ApiKey } from '../../../../../src/domain/api-key.js';
import { turns } from '../../../../support/eventually.js';
import { after, apiKey, NOON } from '../../../../support/examples.js';

/** The longest time from a change at another instance until it takes effect everywhere, and of a lookup. */
const LIMIT_MS = 5_000;

const HASHES = { known: apiKey(1).hash, a: apiKey(2).hash, b: apiKey(3).hash };
const NUMBERS: Readonly<Record<string, number>> = { [HASHES.known]: 1, [HASHES.a]: 2, [HASHES.b]: 3 };

/** A version of a key. The instant of its creation tells the versions apart, of which each change makes one. */
interface Version {
  readonly number: number;
  readonly isActive: boolean;
  /** The instant at which it was stored. */
  readonly since: number;
}

/** A database that answers each lookup when the test says so, and remembers when each version was the current one. */
class FakeDatabase {
  now = 1_000;
  private readonly histories = new Map<string, Version[]>();
  readonly running: { hash: string; since: number; first: ApiKey | undefined; answer: (found?: ApiKey) => void }[] = [];

  readonly keys = new RecentApiKeys(
    (hash) =>
      new Promise((resolve) => {
        this.running.push({ hash, since: this.now, first: this.current(hash), answer: resolve });
      }),
    { now: () => this.now },
  );

  current(hash: string): ApiKey | undefined {
    const version = this.histories.get(hash)?.at(-1);
    if (version === undefined) return undefined;
    const { number, isActive } = version;
    return apiKey(NUMBERS[hash] ?? 9, { createdAt: after(number), ...(!isActive && { revokedAt: NOON }) });
  }

  /** Returns the versions that were current at some instant since `since`; 0 means that there was none. */
  versions(hash: string, since: number): number[] {
    const history = this.histories.get(hash) ?? [];
    const ended = history.filter((_, at) => (history[at + 1]?.since ?? Infinity) >= since);
    const isMissing = (history[0]?.since ?? Infinity) >= since;
    return [...(isMissing ? [0] : []), ...ended.map(({ number }) => number)];
  }

  store(hash: string, isActive: boolean): void {
    const history = this.histories.get(hash) ?? [];
    this.histories.set(hash, [...history, { number: history.length + 1, isActive, since: this.now }]);
  }

  /** Answers a lookup with what was stored when it began, or is stored now. */
  async answer(at: number, isEarly = false): Promise<void> {
    for (const { hash, first, answer } of this.running.splice(at, 1)) answer(isEarly ? first : this.current(hash));
    await turns();
  }

  async answerAll(): Promise<void> {
    await turns();
    while (this.running.length > 0) await this.answer(0);
  }

  /** Whether the key is given without a lookup. */
  async isRemembered(hash: string): Promise<boolean> {
    const before = this.running.length;
    const found = this.keys.find(hash);
    await turns();
    const isRemembered = this.running.length === before;
    if (!isRemembered) await this.answer(before);
    await found;
    return isRemembered;
  }
}

function versionOf(key: ApiKey | undefined): number {
  return key === undefined ? 0 : key.createdAt.getTime() - NOON.getTime();
}

let database: FakeDatabase;
beforeEach(() => {
  database = new FakeDatabase();
  database.store(HASHES.known, true);
});

type Step =
  | { readonly do: 'find'; readonly hash: string }
  | { readonly do: 'answer'; readonly at: number; readonly isEarly: boolean }
  | { readonly do: 'change here' | 'change elsewhere'; readonly hash: string; readonly isActive: boolean }
  | { readonly do: 'pass'; readonly ms: number };

const hash = fc.constantFrom(...Object.values(HASHES));
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('find' as const), hash }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat(3), isEarly: fc.boolean() }), weight: 4 },
  fc.record({ do: fc.constantFrom('change here' as const, 'change elsewhere' as const), hash, isActive: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(4_500) }),
);

it('Every key that is given was true within five seconds, and since the last change by this instance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
      database = new FakeDatabase();
      database.store(HASHES.known, true);
      const lastHere = new Map<string, number>();
      const results: Promise<void>[] = [];
      const find = async (wanted: string) => {
        const [start, least] = [database.now, lastHere.get(wanted) ?? 0];
        const version = versionOf(await database.keys.find(wanted));
        expect(database.versions(wanted, start - LIMIT_MS)).toContain(version);
        expect(version).toBeGreaterThanOrEqual(least);
      };
      for (const each of steps) {
        if (each.do === 'find') {
          results.push(find(each.hash));
          await turns();
        } else if (each.do === 'answer') {
          await database.answer(each.at, each.isEarly);
        } else if (each.do === 'pass') {
          const isLate = ({ since }: { since: number }) => database.now + each.ms - since >= LIMIT_MS;
          while (database.running.some(isLate)) await database.answer(database.running.findIndex(isLate));
          database.now += each.ms;
        } else {
          database.store(each.hash, each.isActive);
          if (each.do === 'change elsewhere') continue;
          await database.keys.change(Promise.resolve(), (key) => key.hash === each.hash);
          lastHere.set(each.hash, versionOf(database.current(each.hash)));
        }
      }
      await database.answerAll();
      await Promise.all(results);
    }),
    { numRuns: 300 },
  );
});

it('A key is given without a lookup for four seconds from the beginning of the last one', async () => {
  void database.keys.find(HASHES.known);
  await turns();
  database.now += 3_000;
  await database.answer(0);
  database.now += 1_000;
  expect(await database.isRemembered(HASHES.known)).toBe(true);
  database.now += 1;
  expect(await database.isRemembered(HASHES.known)).toBe(false);
});

it('A change lets the keys that it concerns be looked up, even if its answer is lost, and leaves the others alone', async () => {
  database.store(HASHES.a, true);
  for (const each of [HASHES.known, HASHES.a]) await database.isRemembered(each);
  const change = database.keys.change(Promise.reject(new Error('lost')), (key) => key.hash === HASHES.known);
  await expect(change).rejects.toThrow('lost');
  expect(await database.isRemembered(HASHES.a)).toBe(true);
  expect(await database.isRemembered(HASHES.known)).toBe(false);
});

it('Invented and revoked keys are not remembered, and evict none', async () => {
  await database.isRemembered(HASHES.known);
  database.store(HASHES.a, false);
  for (let each = 0; each < 10_001; each++) void database.keys.find(`invented ${each}`);
  await database.answerAll();
  for (const each of ['invented 1', HASHES.a]) {
    await database.isRemembered(each);
    expect(await database.isRemembered(each)).toBe(false);
  }
  expect(await database.isRemembered(HASHES.known)).toBe(true);
});
