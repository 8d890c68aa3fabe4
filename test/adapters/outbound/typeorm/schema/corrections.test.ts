import { expect, it } from '@jest/globals';
import { CAT, cat, use } from '../../../../support/examples.js';
import { describeEach, openNew, SQL_SERVERS, SQL_STORAGES, type TestStorage } from '../../../../support/storages.js';
import type { SqlAccess } from '../../../../support/test-storage.js';

function sqlOf({ target: { sql } }: TestStorage): SqlAccess {
  if (sql === undefined) throw new Error('the storage has no SQL');
  return sql;
}

describeEach(SQL_STORAGES, 'what migrate corrects', (kind) => {
  it('raises the counters of ids above those that only other tables know, and does nothing again', async () => {
    const store = await openNew(kind);
    const sql = sqlOf(store);
    const key = { name: 'Rex', category_id: 1, status: 'sold', account_id: 30, idempotency_key: Buffer.from('a') };
    await sql.fill('idempotency_keys', [{ pet_id: 41, ...key, first_used_at: 1 }]);
    const corrections = [
      'the counter of ids of pets, which went back from 41 to 0',
      'the counter of ids of accounts, which went back from 30 to 0',
    ];
    for (let each = 0; each < 2; each++) expect((await store.schema.pending()).corrections).toEqual(corrections);
    expect(await store.schema.migrate()).toEqual(corrections);
    expect((await store.schema.pending()).corrections).toEqual([]);
    expect((await store.pets.list({ limit: 9 })).length + (await store.accounts.list(1000)).length).toBe(0);
    expect(await store.schema.migrate()).toEqual([]);
    expect(await store.pets.addOnce(CAT, use('b'))).toMatchObject({ pet: { id: 42n }, replayed: false });
    expect(await store.accounts.add({ email: 'jane@example.com', createdAt: new Date() })).toMatchObject({ id: 31n });
  });

  it('changes nothing of a database that is as the service left it', async () => {
    const store = await openNew(kind);
    await store.accounts.add({ email: 'jane@example.com', createdAt: new Date() }); // `use` is of this account.
    await store.pets.addOnce(CAT, use('a'));
    await sqlOf(store).query('DELETE FROM pets');
    expect(await store.schema.migrate()).toEqual([]);
    expect(await store.pets.add(cat('next'))).toMatchObject({ id: 2n });
  });

  it('is nothing while a migration is pending', async () => {
    const store = await openNew(kind, { migrate: false });
    expect((await store.schema.pending()).corrections).toEqual([]);
  });
});

describeEach(SQL_SERVERS, 'what migrate corrects on a server', (kind) => {
  it('puts the row of add_order back', async () => {
    const store = await openNew(kind);
    await sqlOf(store).query('DELETE FROM add_order');
    expect((await store.schema.pending()).corrections).toEqual(['the missing row of add_order']);
    expect(await store.schema.migrate()).toEqual(['the missing row of add_order']);
    await expect(store.pets.add(CAT)).resolves.toMatchObject(CAT);
    expect(await store.schema.migrate()).toEqual([]);
  });
});
