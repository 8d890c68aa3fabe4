import { beforeEach, expect, it } from '@jest/globals';
import { SqlAccountRepository } from '../../../../../src/adapters/outbound/typeorm/account-repository.js';
import type { Database } from '../../../../../src/adapters/outbound/typeorm/database.js';
import { SqlPetRepository } from '../../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { CAT, cat, NOON, UNAVAILABLE, use } from '../../../../support/examples.js';
import { mariadb } from '../../../../support/mariadb.js';
import { mysql } from '../../../../support/mysql.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

describeEach([mysql, mariadb], 'the database', (kind) => {
  const bench = benchOn(kind);
  let database: Database;
  beforeEach(async () => {
    database = await bench.migrated();
  });

  it('adds an account while another program holds the lock of additions', async () => {
    const other = await bench.connect();
    await other.transaction(async (holder) => {
      await holder.query('SELECT id FROM add_order WHERE id = 1 FOR UPDATE');
      const account = { email: 'jane@example.com', createdAt: NOON };
      await expect(new SqlAccountRepository(database).add(account)).resolves.toMatchObject(account);
    });
  });

  it.each([1, 3, 7])('returns the ids of the added rows if the server increments ids by %i', async (step) => {
    const cluster = await bench.connect({}, 1);
    // Of this one connection: other tests use the same server.
    await cluster.query(`SET SESSION auto_increment_increment = ${step}`);
    const kept = new SqlPetRepository(cluster);
    const cats = Array.from({ length: 10 }, (_, n) => cat(`${n}`));
    // The first one of each kind is added alone, and the others make a batch behind it.
    const plain = await Promise.all(cats.map((pet) => kept.add(pet)));
    const keyed = await Promise.all(cats.map((pet) => kept.addOnce(pet, use(pet.name))));
    const added = [...plain, ...keyed.map(({ pet }) => pet)];
    expect(await kept.list({ limit: 100 })).toEqual(added);
    expect(added.slice(0, 3).map(({ id }) => id)).toEqual([1n, BigInt(1 + step), BigInt(1 + 2 * step)]);
    expect(await kept.addOnce(cat('4'), use('4'))).toEqual({ pet: added[14], replayed: true });
  });

  it('finds the ids of animals whose status was changed since, and refuses to guess those of others', async () => {
    const kept = new SqlPetRepository(database);
    const store = (change: string) =>
      database.query(`CREATE TRIGGER new BEFORE INSERT ON pets FOR EACH ROW SET NEW.${change}`);
    await store("status = 'sold'");
    const addBatch = () => Promise.all([CAT, CAT, CAT].map((pet) => kept.add(pet))); // The first one is added alone.
    const ids = (await addBatch()).map(({ id }) => id);
    expect((await kept.list({ limit: 9 })).map(({ id }) => id)).toEqual(ids);
    await database.query('DROP TRIGGER new');
    await store("name = 'other'");
    await expect(addBatch()).rejects.toMatchObject(UNAVAILABLE);
    expect(await kept.list({ limit: 9 })).toHaveLength(6); // they were added once
  });
});
