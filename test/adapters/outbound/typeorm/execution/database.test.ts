import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { DatabaseUnavailable, tooLate } from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';
import { Deadline, withDeadline } from '../../../../../src/adapters/support/deadline.js';
import { READ } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { SqlApiKeyRepository } from '../../../../../src/adapters/outbound/typeorm/repositories/api-key-repository.js';
import { SqlPetRepository } from '../../../../../src/adapters/outbound/typeorm/repositories/pet-repository.js';
import { sqlStorage } from '../../../../../src/adapters/outbound/typeorm/sql-storage.js';
import { CAT, cat, session, UNAVAILABLE, use } from '../../../../support/examples.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../../support/storages.js';

describeEach(SQL_STORAGES, 'the database', (kind) => {
  const bench = benchOn(kind);

  it('gives no key whose expiry is an instant that no Date has, and that would never be past', async () => {
    const keys = new SqlApiKeyRepository(await bench.migrated());
    const key = { prefix: 'as_0', hash: 'a'.repeat(64), account_id: 1, name: 'x', created_at: 1, expires_at: 9e15 };
    await bench.target().sql.fill('api_keys', [key]);
    await expect(keys.find('as_0')).rejects.toThrow('an instant');
  });

  it('gives a key of several additions of one batch to the first of them', async () => {
    const pets = new SqlPetRepository(await bench.migrated());
    const [pet, other] = [cat('Rex'), cat('Tom')];
    const [, ...added] = await Promise.all([
      pets.addOnce(CAT, use('first')), // The others make a batch behind it.
      ...[pet, other, pet].map((pet) => pets.addOnce(pet, use('key'))),
    ]);
    expect(added).toEqual([false, true, true].map((replayed) => ({ pet: { ...pet, id: 2n }, replayed })));
  });

  it.each([
    ['a syntax error', 'INSERT pets'],
    ['a wrong number of values', 'INSERT INTO pets (name, category_id) VALUES (?, ?)', ['Rex']],
    ['values of two lengths', "INSERT INTO pets (name, status) VALUES ('Rex', 'sold'), ('Rex')"],
  ])('reports %s as a bug, which is no fault of the database', async (_, text, values: string[] = []) => {
    const database = await bench.migrated();
    const error = await database.query(text, values).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toMatchObject(UNAVAILABLE);
    expect(database.writeFault).toBeUndefined();
  });

  it('reports what no table of errors names as a fault of the database, in its words, until a write succeeds', async () => {
    const { sql } = bench.target();
    const database = await bench.migrated();
    const { pets, sessions } = sqlStorage(database);
    await pets.add(CAT);
    await sql.forbidDeletion('pets');
    const refused = { ...UNAVAILABLE, cause: { message: expect.stringMatching(/^[A-Z_]+: \w+/) } };
    await expect(database.query('DELETE FROM pets')).rejects.toMatchObject(refused);
    expect(database.writeFault?.message).toContain('in the log');
    await pets.list({ limit: 1 });
    expect(database.writeFault).toBeDefined();
    await sessions.add(session(1));
    expect(database.writeFault).toBeUndefined();
    await sql.query('DROP TABLE pets');
    await expect(pets.list({ limit: 1 })).rejects.toMatchObject(refused);
    expect(database.writeFault).toBeUndefined();
  });

  it.each([
    ['a unique index', 'CREATE UNIQUE INDEX other ON pets (category_id)', 'unique index'],
    // SQLite adds no column that refuses the rows of the service.
    ...(kind.isShared ? [['a column without a default', 'ALTER TABLE pets ADD COLUMN legs INT NOT NULL', 'legs']] : []),
  ])('names %s that others added to a table and that refuses rows', async (_, add = '', named = '') => {
    const pets = new SqlPetRepository(await bench.migrated());
    await pets.add(CAT);
    await bench.target().sql.query(add);
    const message = expect.stringContaining(named);
    await expect(pets.add(CAT)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message } });
  });

  it.each([
    ['work that may not be repeated, after a failure that undid all of it', undefined, 'contended', 3],
    ['work that may not be repeated, after one of unknown outcome', undefined, 'lost', 1],
    ['safe work, after a failure of unknown outcome', 'safe', 'lost', 3],
    ['idempotent work, after a failure of unknown outcome', 'idempotent', 'lost', 3],
    ['safe work, after a failure that lasts', 'safe', 'failing', 1],
    ['work with effects elsewhere', 'once', 'contended', 1],
  ] as const)('makes as many attempts as may help: %s', async (_, effect, meaning, expected) => {
    const database = await bench.migrated();
    let attempts = 0;
    const work = async () => {
      if (++attempts < 3) throw new DatabaseUnavailable(new Error('no'), meaning);
    };
    await database.execute(work, { ...(effect && { effect }) }).catch(() => undefined);
    expect(attempts).toBe(expected);
  });

  it('ends attempts by the deadline, and then gives the failure before the one that it cut off', async () => {
    const database = await bench.migrated();
    let attempts = 0;
    const work = async () => {
      if (++attempts > 1) await sleep(2_100); // The second attempt lasts longer than the deadline.
      throw new DatabaseUnavailable(new Error('the cause'), 'contended');
    };
    const call = withDeadline(new Deadline(2_000), () => database.execute(work, READ));
    await expect(call).rejects.toMatchObject({ cause: { message: 'the cause' } });
    expect(attempts).toBe(2);
  });

  const failure = (meaning: 'lost' | 'read-only') => new DatabaseUnavailable(new Error('the cause'), meaning);

  it.each([
    ['the last attempt, which was cut off', failure('read-only'), tooLate(true)],
    ['the first attempt, whose connection was lost', failure('lost'), failure('read-only')],
  ])('gives the last failure that names a cause, and says that %s may have had an effect', async (_, first, other) => {
    const database = await bench.migrated();
    let attempts = 0;
    const work = async () => {
      throw ++attempts === 1 ? first : other;
    };
    const call = withDeadline(new Deadline(200), () => database.execute(work, { effect: 'idempotent' }));
    await expect(call).rejects.toMatchObject({
      meaning: 'read-only',
      message: expect.stringMatching(/may have taken effect\.$/),
      cause: { message: 'the cause; the change may have taken effect' },
    });
    expect(attempts).toBeGreaterThan(1);
  });
});
