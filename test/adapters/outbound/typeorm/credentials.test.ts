import { beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currentDeadline, Deadline, withDeadline } from '../../../../src/adapters/support/deadline.js';
import { Credentials } from '../../../../src/adapters/outbound/typeorm/credentials.js';
import { eventually, turns } from '../../../support/eventually.js';
import { UNAVAILABLE } from '../../../support/examples.js';

/** How many lookups of unknown credentials run at a time, and how many may wait for them. */
const [RUNNING, WAITING] = [2, 1000];

/** The longest time from a change at another instance until it takes effect everywhere, and of a lookup. */
const LIMIT_MS = 5_000;

interface Credential {
  readonly hash: string;
  /** Each change gives the next one. */
  readonly version: number;
  readonly isActive: boolean;
}

/** A database that answers each lookup when the test says so, and remembers when each version was the current one. */
class Store {
  now = 1_000;
  private readonly histories = new Map<string, (Credential & { readonly since: number })[]>();
  running: { hash: string; since: number; first: Credential | undefined; answer: (found?: Credential) => void }[] = [];

  readonly credentials = new Credentials<Credential>(
    (hash) =>
      new Promise((resolve) => {
        this.running.push({ hash, since: this.now, first: this.current(hash), answer: resolve });
      }),
    ({ isActive }) => isActive,
    { now: () => this.now },
  );

  current(hash: string): Credential | undefined {
    const found = this.histories.get(hash)?.at(-1);
    return found && { hash, version: found.version, isActive: found.isActive };
  }

  /** Returns the versions that were current at some instant since `since`; 0 means that there was none. */
  versions(hash: string, since: number): number[] {
    const history = this.histories.get(hash) ?? [];
    const ended = history.filter((_, at) => (history[at + 1]?.since ?? Infinity) >= since);
    const isMissing = (history[0]?.since ?? Infinity) >= since;
    return [...(isMissing ? [0] : []), ...ended.map(({ version }) => version)];
  }

  change(hash: string, isActive: boolean): void {
    const history = this.histories.get(hash) ?? [];
    this.histories.set(hash, [...history, { hash, version: history.length + 1, isActive, since: this.now }]);
  }

  /** Answers the lookup with what was stored when it began or is stored now. */
  async answer(at: number, isEarly = false): Promise<void> {
    for (const { hash, first, answer } of this.running.splice(at, 1)) answer(isEarly ? first : this.current(hash));
    await turns();
  }

  async answerAll(): Promise<void> {
    await turns();
    while (this.running.length > 0) await this.answer(0);
  }

  async find(hash: string): Promise<Credential | undefined> {
    return this.credentials.recent(hash) ?? this.credentials.lookUp(hash);
  }

  /** Lets a credential be found. */
  async know(hash: string): Promise<void> {
    const found = this.find(hash);
    await this.answerAll();
    await found;
  }

  /** Begins as many lookups of invented credentials as may run and wait. */
  flood(): Promise<unknown> {
    return Promise.all(Array.from({ length: RUNNING + WAITING }, (_, at) => this.find(`invented ${at}`)));
  }
}

let store: Store;
beforeEach(async () => {
  store = new Store();
  store.change('known', true);
  await store.know('known');
});

type Step =
  | { readonly do: 'find'; readonly hash: string }
  | { readonly do: 'answer'; readonly at: number; readonly isEarly: boolean }
  | { readonly do: 'change here' | 'change elsewhere'; readonly hash: string; readonly isActive: boolean }
  | { readonly do: 'pass'; readonly ms: number };

const hash = fc.constantFrom('known', 'a', 'b');
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('find' as const), hash }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat(3), isEarly: fc.boolean() }), weight: 4 },
  fc.record({ do: fc.constantFrom('change here' as const, 'change elsewhere' as const), hash, isActive: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(4_500) }),
);

it('Every result was true within five seconds, and since the last change by this instance; known ones never wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
      store = new Store();
      store.change('known', true);
      await store.know('known');
      const lastHere = new Map<string, number>();
      const results: Promise<void>[] = [];
      const find = async (wanted: string) => {
        const [start, least] = [store.now, lastHere.get(wanted) ?? 0];
        const { version = 0 } = (await store.find(wanted)) ?? {};
        expect(store.versions(wanted, start - LIMIT_MS)).toContain(version);
        expect(version).toBeGreaterThanOrEqual(least);
      };
      for (const each of steps) {
        if (each.do === 'find') {
          const isRecent = store.credentials.recent(each.hash) !== undefined;
          results.push(find(each.hash));
          await turns();
          const isRunning = store.running.some((lookUp) => lookUp.hash === each.hash);
          if (each.hash === 'known') expect(isRecent || isRunning).toBe(true);
        } else if (each.do === 'answer') {
          await store.answer(each.at, each.isEarly);
        } else if (each.do === 'pass') {
          const isLate = ({ since }: { since: number }) => store.now + each.ms - since >= LIMIT_MS;
          while (store.running.some(isLate)) await store.answer(store.running.findIndex(isLate));
          store.now += each.ms;
        } else {
          store.change(each.hash, each.hash === 'known' || each.isActive);
          if (each.do === 'change elsewhere') continue;
          await store.credentials.change(Promise.resolve(), (credential) => credential.hash === each.hash);
          lastHere.set(each.hash, store.current(each.hash)?.version ?? 0);
        }
      }
      await store.answerAll();
      await Promise.all(results);
    }),
    { numRuns: 300 },
  );
});

it('Calls of a turn share the lookup of a credential, whose result serves those of the next four seconds', async () => {
  store.now += 4_000;
  const calls = [store.find('known'), store.find('known')];
  await turns();
  expect(store.running).toHaveLength(1);
  const later = store.find('known');
  await turns();
  expect(store.running).toHaveLength(2); // It does not wait for the lookup before it, which may hang.
  store.now += 3_000;
  await store.answerAll();
  const [found, other] = await Promise.all([...calls, later]);
  expect(other).toBe(found);
  expect(Object.isFrozen(found)).toBe(true);
  store.now += 999;
  expect(await store.find('known')).toEqual(found);
  store.now += 1; // Its age began with the lookup.
  void store.find('known');
  await turns();
  expect(store.running).toHaveLength(1);
});

it('A call has the time until its own deadline, although it arrives during the lookup of an earlier one', async () => {
  // As a database does that gives no answer, a lookup fails at its deadline.
  const silent = () => {
    const deadline = currentDeadline() ?? new Deadline(0);
    return deadline.race(new Promise<Credential>(() => undefined), () => new Error('no answer'));
  };
  const credentials = new Credentials(silent, () => true);
  const deadlines = [100, 300, 200].map((ms) => new Deadline(ms));
  const early: boolean[] = [];
  for (const deadline of deadlines) {
    const call = withDeadline(deadline, () => credentials.lookUp('known'));
    void call.catch(() => early.push(!deadline.hasPassed));
    await turns(); // The first lookup has begun.
  }
  await eventually(() => early.length === deadlines.length);
  expect(early).toEqual([false, false, false]);
});

it('A change takes effect immediately, even if its answer is lost, and leaves other credentials alone', async () => {
  store.change('other', true);
  await store.know('other');
  const change = store.credentials.change(Promise.reject(new Error('lost')), ({ hash: of }) => of === 'known');
  await expect(change).rejects.toThrow('lost');
  expect(store.credentials.recent('known')).toBeUndefined();
  expect(store.credentials.recent('other')).toBeDefined();
});

it('Credentials that are not known are looked up two at a time, and refused at once if too many wait', async () => {
  const flood = store.flood();
  await turns();
  expect(store.running).toHaveLength(RUNNING);
  const message = expect.stringContaining('busy');
  await expect(store.find('new')).rejects.toMatchObject({ ...UNAVAILABLE, message });
  await store.answerAll();
  await flood;
  store.change('new', true);
  await store.know('new');
  expect(store.credentials.recent('new')).toBeDefined();
});

it('A credential that is not known, and that many requests name, leaves places and turns to the others', async () => {
  const outcomes: string[] = [];
  for (let turn = 0; turn < RUNNING + 101; turn++) {
    void store.find('revoked').then(
      () => outcomes.push('answered'),
      () => outcomes.push('refused'),
    );
    await turns(1);
  }
  expect(outcomes).toEqual(['refused']);
  void store.find('new');
  await turns();
  await store.answer(0); // Another lookup of the first credential takes the permit, and then comes the other one.
  await store.answer(0);
  expect(store.running.map(({ hash }) => hash)).toEqual(['revoked', 'new']);
  await store.answerAll();
  expect(outcomes).toHaveLength(RUNNING + 101);
});

it('Credentials that are not known are refused at their deadline if the database gives no answer', async () => {
  const flood = [store.find('invented 1'), store.find('invented 2')];
  await turns();
  await expect(withDeadline(new Deadline(100), () => store.find('new'))).rejects.toMatchObject(UNAVAILABLE);
  await store.answerAll();
  await Promise.all(flood);
});

it('Credentials that do not exist or no longer work are not known, and evict none', async () => {
  for (let each = 0; each < 10_000; each++) {
    if (each % 2 === 0) store.change(`ended ${each}`, false);
    const found = store.find(`ended ${each}`);
    await store.answerAll();
    await found;
  }
  store.change('known', false);
  await store.credentials.change(Promise.resolve(), ({ hash: of }) => of === 'known');
  const flood = store.flood();
  await expect(store.find('ended 0')).rejects.toMatchObject(UNAVAILABLE);
  const revoked = store.find('known'); // It was known until now.
  await store.answerAll();
  expect(await revoked).toMatchObject({ isActive: false });
  await flood;
  const another = store.flood();
  await expect(store.find('known')).rejects.toMatchObject(UNAVAILABLE);
  await store.answerAll();
  await another;
});
