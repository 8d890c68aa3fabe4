import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { OnCopyProgress, Storage, Transfer } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { TABLES } from '../../src/adapters/outbound/typeorm/entities.js';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';
import { createPet } from '../../src/domain/pet.js';
import { describeUnless } from '../support/requirements.js';
import { open, SQL_STORAGES, targets, type TestStorage } from '../support/storages.js';
import type { SqlTarget } from '../support/test-storage.js';

jest.setTimeout(60_000);

const AT = new Date('2026-11-21T08:09:10.123Z');
const LATER = new Date('9999-12-31T23:59:59.999Z');
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';

function transferOf({ transfer }: Storage): Transfer {
  if (transfer === undefined) throw new Error('this storage moves no data');
  return transfer;
}

/** Adds one row of every kind, more animals than a batch holds, and every extreme that the rules allow. */
async function fill({ accounts, apiKeys, pets, sessions }: Storage): Promise<void> {
  const owner = await accounts.add({ email: 'owner@localhost', createdAt: AT }, HASH);
  await accounts.add({ email: 'guest@localhost', createdAt: new Date(0) });
  const gone = await accounts.add({ email: 'gone@localhost', createdAt: AT });
  await accounts.remove(gone.id);
  const key = { accountId: owner.id, name: 'Ключ ', createdAt: AT };
  await apiKeys.add({ ...key, prefix: 'as_AAAAAAAA', hash: 'a'.repeat(64) });
  const instants = { expiresAt: LATER, lastUsedAt: AT, revokedAt: new Date(1) };
  await apiKeys.add({ ...key, ...instants, prefix: 'as_aaaaaaaa', hash: 'b'.repeat(64) });
  const session = { hash: 'c'.repeat(64), accountId: owner.id, createdAt: AT, lastSeenAt: LATER };
  await sessions.add({ ...session, address: '2001:db8::7', browser: 'Firefox on Linux' });
  await pets.add(createPet({ name: `${'🐈'.repeat(253)}' `, categoryId: INT64_MAX }));
  await pets.add(createPet({ name: 'e\u0301\\', categoryId: INT64_MIN, status: 'sold' }));
  const rex = createPet({ name: 'Rex', categoryId: 0n, status: 'pending' });
  await pets.addOnce(rex, { accountId: owner.id, key: ' Key"1 ', at: AT });
  for (let batch = 0; batch < 5; batch++) {
    await Promise.all(
      Array.from({ length: 500 }, (_, at) => pets.add(createPet({ name: `Pet ${at}`, categoryId: 1n }))),
    );
  }
}

/** Returns all rows of the tables that a copy moves, with every value as text. */
async function contentOf({ sql }: SqlTarget): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name, columns } of TABLES) {
    const texts = columns.map((column) => `CAST(${column.name} AS CHAR) AS ${column.name}`).join(', ');
    content[name] = await sql.query(`SELECT ${texts} FROM ${name} ORDER BY ${name}.${columns[0]?.name}`);
  }
  return content;
}

// Rows have the same values on every engine, so what is read from one does not depend on the one that receives it. It
// is therefore enough that each available engine is the source once and the target once.
const ring = SQL_STORAGES.filter(({ missing }) => missing === undefined);
const pairs = SQL_STORAGES.map((from) => ({ from, to: ring[(ring.indexOf(from) + 1) % ring.length] ?? from }));

for (const { from, to } of pairs) {
  describeUnless(from.missing, `copying from ${from.name} to ${to.name}`, () => {
    const [sourceTarget, copyTarget] = [targets(from), targets(to)];
    /** The source of the tests that only read it. It is shared because filling one takes longer than copying it. */
    let filled: SqlTarget;
    let source: TestStorage;
    let target: TestStorage;

    /** Copies between the stores that are already open. */
    function copyAll(onProgress: OnCopyProgress = () => undefined) {
      return transferOf(source).copyTo(transferOf(target), onProgress);
    }

    /** Opens the target with one connection, whose calls are done in the order in which they are made. */
    async function openNarrow(): Promise<Storage> {
      const narrow = await parseStorageUrl(copyTarget().url).open({ poolSize: 1 });
      await narrow.connect();
      return narrow;
    }

    /** Copies, and does `work` at the target when `done` accounts are copied. */
    async function copyWith(done: number, work: (storage: Storage) => Promise<unknown>): Promise<unknown> {
      const narrow = await openNarrow();
      const working: Promise<unknown>[] = [];
      const copying = transferOf(source).copyTo(transferOf(narrow), (phase, at) => {
        if (phase === 'copying' && at === done) working.push(work(narrow));
      });
      const outcome = await copying.catch((error: unknown) => error);
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
      const summaries = await copyAll((...progress) => void seen.push(progress));
      expect([...summaries].map(([name, { rows }]) => [name, rows])).toEqual([
        ['accounts', 2],
        ['api_keys', 2],
        ['pets', 2503],
        ['idempotency_keys', 1],
        ['sessions', 1],
      ]);
      for (const phase of ['copying', 'verifying'] as const) {
        const steps = seen.filter(([each]) => each === phase);
        expect([steps.at(0), steps.at(-1)]).toEqual([0, 2509].map((done) => [phase, done, 2509]));
      }
      const content = await contentOf(filled);
      expect(await contentOf(copyTarget())).toEqual(content);
      const { pets: [, second] = [] } = content;
      expect(second).toEqual({ id: '2', name: 'e\u0301\\', category_id: String(INT64_MIN), status: 'sold' });
      expect(await target.accounts.findPasswordHash(1n)).toBe(HASH);
      expect(await target.sessions.find('c'.repeat(64))).toMatchObject({ browser: 'Firefox on Linux' });
      await target.schema.check();
      // New ids are also greater than those of removed rows, and a request repeated after the copy finds the animal
      // that it added before.
      expect((await target.accounts.add({ email: 'next@localhost', createdAt: AT })).id).toBe(4n);
      const other = createPet({ name: 'Other', categoryId: 9n });
      expect((await target.pets.add(other)).id).toBe(2504n);
      const repeated = await target.pets.addOnce(other, { accountId: 1n, key: ' Key"1 ', at: LATER });
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
      await copyAll((_, done) => {
        if (done > 10) batchAt.push(turns);
      }).finally(() => (isOver = true));
      expect(batchAt.length).toBeGreaterThan(4);
      // These batches are all animals, so nothing but the pause under test separates them.
      expect(new Set(batchAt.slice(0, 3)).size).toBe(3);
    });

    it('copies an empty store', async () => {
      source = await open(sourceTarget());
      const summaries = await copyAll();
      expect([...summaries.values()].map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0]);
      expect((await target.pets.add(createPet({ name: 'First', categoryId: 1n }))).id).toBe(1n);
    });

    it('keeps the greatest ids, after which no id is generated again', async () => {
      const place = sourceTarget();
      source = await open(place);
      await place.sql.setNextId('accounts', INT64_MAX - 10n);
      await source.accounts.add({ email: 'last@localhost', createdAt: AT });
      await place.sql.setNextId('pets', INT64_MAX);
      await source.pets.add(createPet({ name: 'Last', categoryId: 1n }));
      await copyAll();
      expect((await target.pets.find(INT64_MAX))?.name).toBe('Last');
      await expect(target.pets.add(createPet({ name: 'More', categoryId: 1n }))).rejects.toThrow();
      expect((await target.accounts.add({ email: 'z@localhost', createdAt: AT })).id).toBe(INT64_MAX - 9n);
    });

    it('never gives the greatest id again, even if its row was removed', async () => {
      const place = sourceTarget();
      source = await open(place);
      await place.sql.setNextId('accounts', INT64_MAX);
      await source.accounts.remove((await source.accounts.add({ email: 'last@localhost', createdAt: AT })).id);
      await copyAll();
      await expect(target.accounts.add({ email: 'more@localhost', createdAt: AT })).rejects.toThrow();
      expect(await target.accounts.list()).toEqual([]);
    });

    it('leaves out concurrent writes', async () => {
      source = await open(sourceTarget());
      await fill(source);
      const writer = await source.another();
      const writes: Promise<unknown>[] = [];
      const summaries = await copyAll((phase, done) => {
        if (phase === 'copying' && done > 0 && writes.length === 0) {
          writes.push(writer.pets.add(createPet({ name: 'Late', categoryId: 1n })), writer.accounts.remove(2n));
        }
      });
      await Promise.all(writes);
      expect(summaries.get('pets')?.rows).toBe(2503);
      expect(await source.pets.find(2504n)).toBeDefined();
      expect(await target.accounts.find(2n)).toBeDefined();
    });

    it('refuses a source with a column of a newer version, which would be lost', async () => {
      const place = sourceTarget();
      source = await open(place);
      await source.pets.add(createPet({ name: 'Rex', categoryId: 1n }));
      await place.sql.query('ALTER TABLE pets ADD COLUMN nickname INTEGER NULL');
      await expect(copyAll()).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(
          /^The schema is newer than this program, which does not know nickname in pets\. /,
        ),
      });
      await expect(target.schema.check()).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('refuses a target that holds data, and does not change it', async () => {
      await target.accounts.add({ email: 'kept@localhost', createdAt: AT });
      const content = await contentOf(copyTarget());
      await expect(copyAll()).rejects.toMatchObject({
        code: 'already_exists',
        message: 'The target holds data: accounts. Name an empty store.',
      });
      expect(await contentOf(copyTarget())).toEqual(content);
      await target.schema.check();
    });

    it('leaves, if it fails, a target that no service uses until a copy succeeds', async () => {
      const broken = copyAll((_, done) => {
        if (done > 1500) throw new Error('interrupted');
      });
      await expect(broken).rejects.toThrow('interrupted');
      expect(await target.pets.find(1n)).toBeDefined();
      await expect(target.schema.check()).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: expect.stringMatching(/^a copy into this store is not finished; /) },
      });
      await copyAll();
      expect(await contentOf(copyTarget())).toEqual(await contentOf(filled));
      await target.schema.check();
    });

    it.each([
      ['a changed row', (storage: Storage) => storage.accounts.setPasswordHash(2n, 'other')],
      ['a missing row', (storage: Storage) => storage.accounts.remove(1n)],
    ])('finds a difference in the target: %s', async (_, harm) => {
      expect(await copyWith(2, harm)).toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^The target differs from the source: accounts\. .* unusable until/),
      });
      await expect(target.schema.check()).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('reports that another program writes to the target', async () => {
      const write = ({ accounts }: Storage) => accounts.add({ email: 'x@localhost', createdAt: AT });
      expect(await copyWith(0, write)).toMatchObject({
        code: 'already_exists',
        message: 'Another program writes to the target; stop it, and copy again.',
      });
      await expect(target.schema.check()).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
