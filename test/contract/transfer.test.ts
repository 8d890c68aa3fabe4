import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { OnCopyProgress, Storage, Transfer } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import type { Pet } from '../../src/domain/pet.js';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';
import { addKey, apiKey, cat, NOON, session, use } from '../support/examples.js';
import { describeUnless } from '../support/requirements.js';
import { open, SQL_STORAGES, targets, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestStorageKind, TestTarget } from '../support/test-storage.js';

jest.setTimeout(60_000);

const LATER = new Date('9999-12-31T23:59:59.999Z');
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';

/** Adds one row of every kind, more animals than a batch holds, and every extreme that the rules allow. */
async function fill({ accounts, apiKeys, pets, sessions }: Storage): Promise<void> {
  await accounts.add({ email: 'owner@localhost', createdAt: NOON }, HASH);
  await accounts.add({ email: 'guest@localhost', createdAt: new Date(0) });
  const gone = await accounts.add({ email: 'gone@localhost', createdAt: NOON });
  await accounts.remove(gone.id);
  await addKey(apiKeys, apiKey(1, { name: 'Ключ ', prefix: 'as_AAAAAAAA' }));
  const instants = { expiresAt: LATER, lastUsedAt: NOON, revokedAt: new Date(1) };
  await addKey(apiKeys, apiKey(2, { ...instants, prefix: 'as_aaaaaaaa' }));
  await sessions.add(session(3, { lastSeenAt: LATER, address: '2001:db8::7', browser: 'Firefox on Linux' }));
  await pets.add({ ...cat(`${'🐈'.repeat(253)}' `), categoryId: INT64_MAX });
  await pets.add({ ...cat('e\u0301\\'), categoryId: INT64_MIN, status: 'sold' });
  await pets.addOnce({ ...cat('Rex'), status: 'pending' }, use(' Key"1 '));
  for (let batch = 0; batch < 5; batch++) {
    await Promise.all(Array.from({ length: 500 }, (_, at) => pets.add(cat(`cat ${at}`))));
  }
}

/** Resolves to what a copy moves, as far as repositories show it. */
async function contentOf({ accounts, apiKeys, pets, sessions }: Storage) {
  const holders = await accounts.list(1000);
  return {
    holders,
    hashes: await Promise.all(holders.map(({ id }) => accounts.findPasswordHash(id))),
    keys: await apiKeys.list(1000),
    sessions: await sessions.list(1n, 9),
    pets: await pets.list({ limit: 10_000 }),
  };
}

function transferOf({ transfer }: Storage): Transfer {
  if (transfer === undefined) throw new Error('this storage moves no data');
  return transfer;
}

function copy(source: Storage, target: Storage, onProgress: OnCopyProgress = () => undefined) {
  return transferOf(source).copyTo(transferOf(target), onProgress);
}

/**
 * Declares a suite for each of these storages as the source. Rows have the same values on every engine, so what is read
 * from one does not depend on the one that receives it. It is therefore enough that each is the target once.
 */
function describePairs<Target extends TestTarget>(
  kinds: readonly TestStorageKind<Target>[],
  tests: (from: TestStorageKind<Target>, to: TestStorageKind<Target>) => void,
): void {
  for (const from of kinds) {
    const ring = kinds.filter(({ copies, missing }) => copies === from.copies && missing === undefined);
    const to = ring[(ring.indexOf(from) + 1) % ring.length] ?? from;
    describeUnless(from.missing, `copying from ${from.name} to ${to.name}`, () => tests(from, to));
  }
}

const COPYING = TEST_STORAGES.filter(({ copies }) => copies !== undefined);

describePairs(COPYING, (from, to) => {
  const [sourceTarget, copyTarget] = [targets(from), targets(to)];
  /** The source of the tests that only read it. It is shared because filling one takes longer than copying it. */
  let filled: TestTarget;
  let source: TestStorage;
  let target: TestStorage;

  /** Copies to a target with one connection, and does `work` there when `done` accounts are copied. */
  async function copyWith(done: number, work: (storage: Storage) => Promise<unknown>): Promise<unknown> {
    const narrow = await parseStorageUrl(copyTarget().url).open({ poolSize: 1 }); // does calls in their order
    await narrow.connect();
    const working: Promise<unknown>[] = [];
    const outcome = await copy(source, narrow, (at) => {
      if (at === done) working.push(work(narrow));
    }).catch((error: unknown) => error);
    expect(working).toHaveLength(1);
    await Promise.all(working);
    await narrow.close();
    return outcome;
  }

  beforeAll(async () => {
    filled = await from.newTarget();
    await fill(await open(filled));
  });
  afterAll(() => filled.drop());
  beforeEach(async () => {
    [source, target] = [await open(filled), await open(copyTarget())];
  });

  it('keeps every id, digit and instant, and returns the number of rows', async () => {
    const seen: Parameters<OnCopyProgress>[] = [];
    const counts = await copy(source, target, (...progress) => void seen.push(progress));
    expect([...counts.values()].reduce((sum, rows) => sum + rows, 0)).toBe(2509);
    expect([seen.at(0), seen.at(-1)]).toEqual([0, 2509].map((done) => [done, 2509]));
    const content = await contentOf(source);
    expect(content.pets).toHaveLength(2503);
    expect(await contentOf(target)).toEqual(content);
    await target.health.check();
    // New ids are also greater than those of removed rows, and a request repeated after the copy finds the animal that
    // it added before.
    expect((await target.accounts.add({ email: 'next@localhost', createdAt: NOON })).id).toBe(4n);
    const { id } = await target.pets.add(cat('other'));
    expect(content.pets.filter((pet) => pet.id >= id)).toEqual([]);
    const repeated = await target.pets.addOnce(cat('other'), use(' Key"1 '));
    expect(repeated).toMatchObject({ pet: { id: 3n, name: 'Rex' }, replayed: true });
  });

  it('lets the process handle a signal between two batches', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    const batchAt: number[] = [];
    count();
    await copy(source, target, (done) => {
      if (done > 10) batchAt.push(turns);
    }).finally(() => (isOver = true));
    // These batches are all animals, so nothing but the pause under test separates them.
    expect(new Set(batchAt.slice(0, 3)).size).toBe(3);
  });

  it('leaves out concurrent writes', async () => {
    source = await open(sourceTarget());
    await fill(source);
    const writer = await source.another();
    const writes: [Promise<Pet>, Promise<void>][] = [];
    await copy(source, target, (done) => {
      if (done > 0 && writes.length === 0) {
        writes.push([writer.pets.add(cat('late')), writer.accounts.remove(2n)]);
      }
    });
    const [late] = await Promise.all(writes[0] ?? []);
    expect(await source.pets.find(late?.id ?? 0n)).toEqual(late);
    expect(await target.pets.find(late?.id ?? 0n)).toBeUndefined();
    expect(await target.accounts.find(2n)).toBeDefined();
  });

  it('refuses a target that holds data, and does not change it', async () => {
    const kept = await target.accounts.add({ email: 'kept@localhost', createdAt: NOON });
    const message = expect.stringContaining('accounts');
    await expect(copy(source, target)).rejects.toMatchObject({ code: 'already_exists', message });
    expect(await contentOf(target)).toMatchObject({ holders: [kept], keys: [], sessions: [], pets: [] });
    await target.health.check();
  });

  it('leaves, if it fails, a target that no service uses until a copy succeeds', async () => {
    const broken = copy(source, target, (done) => {
      if (done > 1500) throw new Error('interrupted');
    });
    await expect(broken).rejects.toThrow('interrupted');
    expect(await target.pets.find(1n)).toBeDefined();
    await expect(target.health.check()).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('not finished') },
    });
    await copy(source, target);
    expect(await contentOf(target)).toEqual(await contentOf(source));
    await target.health.check();
  });

  it.each<[string, done: number, work: (storage: Storage) => Promise<unknown>, code: string, message: RegExp]>([
    ['has removed a row', 2, ({ accounts }) => accounts.remove(1n), 'invalid', /not have as many rows/],
    ['writes', 0, ({ pets }) => pets.add(cat('x')), 'already_exists', /Another program writes/],
  ])('finds that another program %s while it copies to the target', async (_, done, work, code, message) => {
    expect(await copyWith(done, work)).toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(target.health.check()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

// Tests can change the tables of these.
describePairs(SQL_STORAGES, (from, to) => {
  const [sourceTarget, copyTarget] = [targets(from), targets(to)];
  let source: TestStorage;
  let target: TestStorage;
  beforeEach(async () => {
    [source, target] = [await open(sourceTarget()), await open(copyTarget())];
  });

  it('keeps the greatest ids, after which no id is generated again, even if the row was removed', async () => {
    const { sql } = sourceTarget();
    await sql.setNextId('accounts', INT64_MAX - 10n);
    await source.accounts.remove((await source.accounts.add({ email: 'last@localhost', createdAt: NOON })).id);
    await sql.setNextId('pets', INT64_MAX);
    await source.pets.add(cat('last'));
    await copy(source, target);
    expect((await target.pets.find(INT64_MAX))?.name).toBe('last');
    await expect(target.pets.add(cat('more'))).rejects.toThrow();
    expect(await target.accounts.add({ email: 'more@localhost', createdAt: NOON })).toMatchObject({
      id: INT64_MAX - 9n,
    });
  });

  it('refuses a source with a column of a newer version, which would be lost', async () => {
    await source.pets.add(cat('Rex'));
    await sourceTarget().sql.query('ALTER TABLE pets ADD COLUMN of_next_version INTEGER NULL');
    const message = expect.stringMatching(/of_next_version in pets/);
    await expect(copy(source, target)).rejects.toMatchObject({ code: 'invalid', message });
    await expect(target.health.check()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
