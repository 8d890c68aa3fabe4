import { expect, it } from '@jest/globals';
import { TypeormAccountRepository } from '../../../../src/adapters/outbound/typeorm/account-repository.js';
import { TypeormApiKeyRepository } from '../../../../src/adapters/outbound/typeorm/api-key-repository.js';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSessionRepository } from '../../../../src/adapters/outbound/typeorm/session-repository.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { typeormStorage } from '../../../../src/adapters/outbound/typeorm/storage.js';
import { CAT, UNAVAILABLE, use } from '../../../support/examples.js';
import { describeEachDatabase } from '../../../support/storages.js';

describeEachDatabase('the database', (bench) => {
  it('generates no id while an addition with a smaller one is not committed', async () => {
    const [first, second] = [await bench.migrated(), await bench.connect()];
    const rows = { into: 'INSERT INTO pets (name, category_id, status)', rows: [['cat', 1n, 'available']] };
    await first.transaction(async (connection) => {
      await first.dialect.insertAll(connection, rows);
      // Where it is a transaction of its own, no test can hold it open.
      if (await new TypeormPetRepository(second).find(1n)) return;
      const addition = second.execute((other) => second.dialect.insertAll(other, rows), { timeoutMs: 5_000 });
      await expect(addition).rejects.toMatchObject(UNAVAILABLE);
    });
    await expect(new TypeormPetRepository(second).add(CAT)).resolves.toMatchObject({ id: 2n });
  });

  it('is unavailable to every call before it is connected and after it is closed', async () => {
    const database = bench.target().sql.newDatabase();
    const { throttle } = typeormStorage(database);
    const attempts = [
      () => throttle.count('x', { attempts: 1, periodMs: 1 }),
      () => throttle.refund('x', { attempts: 1, periodMs: 1 }),
      () => throttle.purgeExpired(),
    ];
    const calls = [
      () => new TypeormPetRepository(database).list({ limit: 1 }),
      () => new TypeormPetRepository(database).add(CAT),
      () => new TypeormPetRepository(database).addOnce(CAT, use('key')),
      () => new TypeormAccountRepository(database).list(),
      () => new TypeormApiKeyRepository(database).findByHash(''),
      () => new TypeormSessionRepository(database).find(''),
      () => new TypeormSessionRepository(database).purge(new Date(), new Date()),
      () => new TypeormSchema(database).check(),
      () => new TypeormSchema(database).migrate(),
      ...(database.dialect.limiter ? attempts : []), // the others leave them to the memory of the process
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    await database.connect();
    await database.close();
    for (const call of calls) await expect(call()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('connects once, however many ask, and again after it was closed', async () => {
    const database = await bench.connect();
    await Promise.all([database.connect(), database.connect()]);
    await database.close();
    await database.close();
    await Promise.all([database.connect(), database.connect()]);
    expect(await new TypeormSchema(database).pendingMigrations()).not.toEqual([]);
  });

  it('loses no acknowledged animal while transactions beside it are rolled back', async () => {
    const pets = new TypeormPetRepository(await bench.migrated());
    for (let round = 0; round < 5; round++) {
      const once = Array.from({ length: 8 }, () => pets.addOnce(CAT, use(`key ${round}`)));
      const plain: Promise<{ id: bigint }>[] = [];
      for (let turn = 0; turn < 40; turn++) {
        plain.push(pets.add({ ...CAT, name: `plain ${turn}` }));
        await Promise.resolve();
      }
      const ids = (await Promise.all(plain)).map(({ id }) => id);
      await Promise.all(once);
      for (const id of ids) expect(await pets.find(id)).toMatchObject({ id });
    }
    const kept = new TypeormPetRepository(await bench.connect());
    expect(await kept.list({ limit: 1_000 })).toHaveLength(5 * 40 + 5);
  });

  it('does a transaction wholly or not at all', async () => {
    const database = await bench.migrated();
    const pets = new TypeormPetRepository(database);
    const failing = database.transaction(async (manager) => {
      await manager.query(`INSERT INTO pets (name, category_id, status) VALUES ('x', 1, 'sold')`);
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await pets.list({ limit: 10 })).toEqual([]);
  });

  it('keeps the first answer to an idempotency key, also when the animal was changed since', async () => {
    const database = await bench.migrated();
    const pets = new TypeormPetRepository(database);
    const first = await pets.addOnce(CAT, use('key'));
    await database.run((manager) => manager.query(`UPDATE pets SET name = 'dog', status = 'sold'`));
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet: first.pet, replayed: true });
    await database.run((manager) => manager.query('DELETE FROM pets'));
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet: first.pet, replayed: true });
    expect((await pets.add(CAT)).id).toBeGreaterThan(first.pet.id);
  });
});
