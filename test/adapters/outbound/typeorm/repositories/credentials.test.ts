import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BATCHES } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { Credentials } from '../../../../../src/adapters/outbound/typeorm/repositories/credentials.js';
import { currentDeadline, Deadline, withDeadline } from '../../../../../src/adapters/support/deadline.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { turns } from '../../../../support/eventually.js';
import { after, NOON } from '../../../../support/examples.js';

/** The longest time from a change at another instance until it takes effect everywhere, and of a lookup. */
const LIMIT_MS = 5_000;

/** A version of a credential. Each change makes one, and 0 means that there is none. */
interface Version {
  readonly name: string;
  readonly number: number;
  readonly isActive: boolean;
  /** The instant at which it was stored. */
  readonly since: number;
}

interface Query {
  readonly names: readonly string[];
  readonly since: number;
  readonly first: readonly Version[];
  readonly answer: (found: readonly Version[]) => void;
}

/** A database that answers each lookup when the test says so, and remembers when each version was the current one. */
class FakeDatabase {
  now = 1_000;
  /** What is written: the names and the milliseconds after NOON of each statement. */
  readonly written: [ms: number, ...names: unknown[]][] = [];
  readonly running: Query[] = [];
  private readonly histories = new Map<string, Version[]>();

  readonly credentials = new Credentials<Version, Version>(
    {
      query: <T>(text: string, values?: unknown[]) =>
        (text === 'find' ? this.find((values ?? []).map(String)) : this.record(values ?? [])) as Promise<T>, // as the port has it
    },
    {
      find: () => 'find',
      read: (version) => ({ ...version }),
      nameOf: ({ name }) => name,
      isRemembered: ({ isActive }) => isActive,
      recordUses: () => 'record',
    },
    { now: () => this.now },
  );

  record: (values: unknown[]) => Promise<unknown> = async ([at, ...rest]) => {
    this.written.push([Number(at) - NOON.getTime(), ...rest.slice(0, -1)]);
  };

  /** Returns the versions that were current at some instant since `since`. */
  versions(name: string, since: number): number[] {
    const history = this.histories.get(name) ?? [];
    const ended = history.filter((_, at) => (history[at + 1]?.since ?? Infinity) >= since);
    const isMissing = (history[0]?.since ?? Infinity) >= since;
    return [...(isMissing ? [0] : []), ...ended.map(({ number }) => number)];
  }

  store(name: string, isActive: boolean): number {
    const history = this.histories.get(name) ?? [];
    const number = history.length + 1;
    this.histories.set(name, [...history, { name, number, isActive, since: this.now }]);
    return number;
  }

  /** Answers a lookup with what was stored when it began, or is stored now. */
  async answer(at: number, isEarly = false): Promise<void> {
    for (const { names, first, answer } of this.running.splice(at, 1)) answer(isEarly ? first : this.current(names));
    await turns();
  }

  async answerAll(): Promise<void> {
    await turns();
    while (this.running.length > 0) await this.answer(0);
  }

  /** Whether the credential is given without a lookup. */
  async isRemembered(name: string): Promise<boolean> {
    const found = this.credentials.find(name);
    await turns();
    const isRemembered = this.running.length === 0;
    await this.answerAll();
    await found;
    return isRemembered;
  }

  private current(names: readonly string[]): Version[] {
    return names.flatMap((name) => this.histories.get(name)?.at(-1) ?? []);
  }

  private find(names: readonly string[]): Promise<readonly Version[]> {
    const [since, first] = [this.now, this.current(names)];
    return new Promise((answer) => this.running.push({ names, since, first, answer }));
  }
}

let database: FakeDatabase;
beforeEach(() => {
  database = new FakeDatabase();
  database.store('known', true);
});

describe('The cache', () => {
  type Step =
    | { readonly do: 'find'; readonly name: string }
    | { readonly do: 'answer'; readonly at: number; readonly isEarly: boolean }
    | { readonly do: 'change here' | 'change elsewhere'; readonly name: string; readonly isActive: boolean }
    | { readonly do: 'pass'; readonly ms: number };

  const name = fc.constantFrom('known', 'a', 'b');
  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: fc.record({ do: fc.constant('find' as const), name }), weight: 4 },
    { arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat(3), isEarly: fc.boolean() }), weight: 4 },
    fc.record({
      do: fc.constantFrom('change here' as const, 'change elsewhere' as const),
      name,
      isActive: fc.boolean(),
    }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.nat(4_500) }),
  );

  it('gives what was true within five seconds, and since the last change by this instance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
        database = new FakeDatabase();
        database.store('known', true);
        const lastHere = new Map<string, number>();
        const results: Promise<void>[] = [];
        const find = async (wanted: string) => {
          const [start, least] = [database.now, lastHere.get(wanted) ?? 0];
          const version = (await database.credentials.find(wanted))?.number ?? 0;
          expect(database.versions(wanted, start - LIMIT_MS)).toContain(version);
          expect(version).toBeGreaterThanOrEqual(least);
        };
        for (const each of steps) {
          if (each.do === 'find') {
            results.push(find(each.name));
            await turns();
          } else if (each.do === 'answer') {
            await database.answer(each.at, each.isEarly);
          } else if (each.do === 'pass') {
            const isLate = ({ since }: { since: number }) => database.now + each.ms - since >= LIMIT_MS;
            while (database.running.some(isLate)) await database.answer(database.running.findIndex(isLate));
            database.now += each.ms;
          } else {
            const version = database.store(each.name, each.isActive);
            if (each.do === 'change elsewhere') continue;
            database.credentials.forget(each.name);
            lastHere.set(each.name, version);
          }
        }
        await database.answerAll();
        await Promise.all(results);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a credential without a lookup for four seconds from the beginning of the last one', async () => {
    void database.credentials.find('known');
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
    for (let each = 0; each < 10_001; each++) void database.credentials.find(`invented ${each}`);
    await database.answerAll();
    for (const each of ['invented 1', 'a']) {
      await database.isRemembered(each);
      expect(await database.isRemembered(each)).toBe(false);
    }
    expect(await database.isRemembered('known')).toBe(true);
  });

  it('looks up together what is not remembered, each name once', async () => {
    const names = Array.from({ length: 2 * BATCHES.maxBatchSize }, (_, at) => `invented ${at}`);
    const found = [...names, 'known', 'known'].map((each) => database.credentials.find(each));
    await turns();
    const sizes = database.running.map((query) => query.names.length);
    await database.answerAll();
    expect((await Promise.all(found)).slice(-3)).toMatchObject([undefined, { name: 'known' }, { name: 'known' }]);
    expect(sizes).toEqual([BATCHES.maxBatchSize]);
  });
});

describe('Uses', () => {
  const { maxBatchSize } = BATCHES;

  it('are written together, each name once with the first of its instants at the latest, and then looked up anew', async () => {
    await database.isRemembered('known');
    const names = Array.from({ length: maxBatchSize }, (_, at) => `used ${at}`);
    database.credentials.recordUse('known', after(7));
    for (const each of [...names, ...names, 'known']) database.credentials.recordUse(each, after(9));
    expect(database.written).toEqual([]);
    await database.credentials.writeUses();
    expect(database.written).toEqual([
      [7, 'known', ...names.slice(0, -1)],
      [9, ...names.slice(-1)],
    ]);
    expect(await database.isRemembered('known')).toBe(false);
    await database.credentials.writeUses();
    expect(database.written).toHaveLength(2);
  });

  it('that the database refuses are dropped, by one statement for all of them', async () => {
    let attempts = 0;
    database.record = async () => {
      attempts++;
      throw new DomainError('unavailable', 'The database is read-only.');
    };
    for (let each = 0; each <= maxBatchSize; each++) database.credentials.recordUse(`used ${each}`, NOON);
    await database.credentials.writeUses();
    await database.credentials.writeUses();
    expect(attempts).toBe(1);
  });

  it('are written by themselves, without the deadline of the request', async () => {
    const deadlines = new Promise((resolve) => {
      database.record = async () => resolve(currentDeadline());
    });
    withDeadline(new Deadline(1), () => database.credentials.recordUse('known', NOON));
    expect(await deadlines).toBeUndefined();
  });
});
