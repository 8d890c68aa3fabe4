import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { ApiKeyCache } from '../../../../../src/adapters/outbound/typeorm/repositories/api-key-cache.js';
import type { ApiKey } from '../../../../../src/domain/api-key.js';
import { turns } from '../../../../support/eventually.js';
import { apiKey, NOON } from '../../../../support/examples.js';

/** The longest time from a change at another instance until it takes effect everywhere, and of a lookup. */
const LIMIT_MS = 5_000;

interface Version {
  readonly isActive: boolean;
  /** The instant at which it was stored. */
  readonly since: number;
}

/**
 * A database that answers each lookup when the test says so, and remembers when each version of a key was the current
 * one. The name of a key is the number of its version, and 0 means that there is none.
 */
class FakeDatabase {
  now = 1_000;
  readonly running: { readonly since: number; readonly answer: (isEarly: boolean) => void }[] = [];
  readonly cache = new ApiKeyCache((prefix) => this.lookUp(prefix));
  private readonly histories = new Map<string, Version[]>();

  /** Returns the versions that were current at some instant since `since`. */
  versions(prefix: string, since: number): number[] {
    const history = [{ since: -Infinity }, ...(this.histories.get(prefix) ?? [])];
    return [...history.keys()].filter((number) => (history[number + 1]?.since ?? Infinity) >= since);
  }

  store(prefix: string, isActive: boolean): number {
    const history = this.histories.get(prefix) ?? [];
    this.histories.set(prefix, [...history, { isActive, since: this.now }]);
    return history.length + 1;
  }

  /** Answers a lookup with what was stored when it began, or is stored now. */
  async answer(at: number, isEarly = false): Promise<void> {
    for (const { answer } of this.running.splice(at, 1)) answer(isEarly);
    await turns();
  }

  async answerAll(): Promise<void> {
    await turns();
    while (this.running.length > 0) await this.answer(0);
  }

  async find(prefix: string): Promise<number> {
    return Number((await this.cache.find(prefix))?.name ?? 0);
  }

  /** Whether the key is given without a lookup. */
  async isRemembered(prefix: string): Promise<boolean> {
    const found = this.cache.find(prefix);
    await turns();
    const isRemembered = this.running.length === 0;
    await this.answerAll();
    await found;
    return isRemembered;
  }

  private lookUp(prefix: string): Promise<ApiKey | undefined> {
    const first = this.current(prefix);
    return new Promise((resolve) => {
      this.running.push({ since: this.now, answer: (isEarly) => resolve(isEarly ? first : this.current(prefix)) });
    });
  }

  private current(prefix: string): ApiKey | undefined {
    const history = this.histories.get(prefix) ?? [];
    const last = history.at(-1);
    return last && apiKey(1, { prefix, name: `${history.length}`, ...(!last.isActive && { revokedAt: NOON }) });
  }
}

let database: FakeDatabase;
beforeEach(() => {
  database = new FakeDatabase();
  database.store('known', true);
  jest.spyOn(performance, 'now').mockImplementation(() => database.now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const prefix = fc.constantFrom('known', 'a', 'b');
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('find' as const), prefix }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat(3), isEarly: fc.boolean() }), weight: 4 },
  fc.record({ do: fc.constantFrom('change here', 'change elsewhere'), prefix, isActive: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(4_500) }),
);

it('gives what was true within five seconds, and since the last change by this instance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
      database = new FakeDatabase();
      const lastHere = new Map<string, number>();
      const results: Promise<void>[] = [];
      const find = async (wanted: string) => {
        const [start, least] = [database.now, lastHere.get(wanted) ?? 0];
        const version = await database.find(wanted);
        expect(database.versions(wanted, start - LIMIT_MS)).toContain(version);
        expect(version).toBeGreaterThanOrEqual(least);
      };
      for (const each of steps) {
        if ('isEarly' in each) await database.answer(each.at, each.isEarly);
        else if ('ms' in each) {
          const isLate = ({ since }: { since: number }) => database.now + each.ms - since >= LIMIT_MS;
          while (database.running.some(isLate)) await database.answer(database.running.findIndex(isLate));
          database.now += each.ms;
        } else if ('isActive' in each) {
          const version = database.store(each.prefix, each.isActive);
          if (each.do === 'change elsewhere') continue;
          database.cache.forget(each.prefix);
          lastHere.set(each.prefix, version);
        } else {
          results.push(find(each.prefix));
          await turns();
        }
      }
      await database.answerAll();
      await Promise.all(results);
    }),
    { numRuns: 300 },
  );
});

it('gives a key without a lookup for four seconds from the beginning of the last one', async () => {
  void database.find('known');
  await turns();
  database.now += 3_000;
  await database.answer(0);
  database.now += 1_000;
  expect(await database.isRemembered('known')).toBe(true);
  database.now += 1;
  expect(await database.isRemembered('known')).toBe(false);
});

it('remembers no invented and no revoked key, and these evict none', async () => {
  await database.isRemembered('known');
  database.store('a', false);
  for (let each = 0; each < 10_001; each++) void database.find(`invented ${each}`);
  await database.answerAll();
  for (const each of ['invented 1', 'a']) {
    await database.isRemembered(each);
    expect(await database.isRemembered(each)).toBe(false);
  }
  expect(await database.isRemembered('known')).toBe(true);
});
