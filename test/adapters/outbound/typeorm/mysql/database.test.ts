import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeEach, expect, it } from '@jest/globals';
import { Database } from '../../../../../src/adapters/outbound/typeorm/database.js';
import { mysqlDialect } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import { SqlPetRepository } from '../../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSchema } from '../../../../../src/adapters/outbound/typeorm/schema.js';
import { typeormStorage } from '../../../../../src/adapters/outbound/typeorm/storage.js';
import type { Pet } from '../../../../../src/domain/pet.js';
import { eventually } from '../../../../support/eventually.js';
import { CAT, cat, UNAVAILABLE, use } from '../../../../support/examples.js';
import { mysql, waitingTransactions, type MysqlDatabase } from '../../../../support/mysql.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

/** For calls that wait for others, on a slow machine too. */
const PATIENT = { timeoutMs: 60_000 };

describeEach([mysql], 'the database', (kind) => {
  const bench = benchOn(kind);
  let fresh: MysqlDatabase;
  let database: Database;
  beforeEach(async () => {
    fresh = bench.target();
    database = await bench.migrated();
  });

  it('is strict in every session, also when the server’s default is not', async () => {
    const sessions = Array.from({ length: 5 }, () =>
      database.run((manager) =>
        manager.query<unknown[]>(
          'SELECT @@sql_mode AS mode, @@transaction_isolation AS isolation, @@character_set_client AS charset, SLEEP(0.05) AS slept',
        ),
      ),
    );
    for (const [session] of await Promise.all(sessions)) {
      expect(session).toMatchObject({ isolation: 'READ-COMMITTED', charset: 'utf8mb4' });
      expect(JSON.stringify(session)).toMatch(/STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE/);
    }
  });

  it('is unavailable if a server accepts connections and sends nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const silent = new Database(mysqlDialect({ ...fresh.options, port }));
    await expect(silent.connect()).rejects.toMatchObject(UNAVAILABLE);
    server.close();
  });

  it('refuses calls at once when the queue is full', async () => {
    const small = await bench.connect(PATIENT, 1);
    const calls = Array.from({ length: 1010 }, () => small.run((manager) => manager.query('SELECT 1')));
    const answers = await Promise.allSettled(calls);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1010 - 1001);
    for (const answer of refused) expect(answer).toMatchObject({ reason: UNAVAILABLE });
  });

  it('ends calls that take longer than the time limit, and gets their connections back', async () => {
    const waits: number[] = [];
    const limits = { timeoutMs: 1500, onWait: (ms: number) => waits.push(ms) };
    const limited = await bench.connect(limits, 2);
    const sleeping = () => limited.run((manager) => manager.query('SELECT SLEEP(600)'));
    // Two are running, one of them in a transaction; the third waits.
    const calls = [sleeping(), limited.transaction((manager) => manager.query('SELECT SLEEP(600)')), sleeping()];
    for (const call of calls) await expect(call).rejects.toMatchObject(UNAVAILABLE);
    expect(limited).toMatchObject({ busy: 0, waiting: 0 });
    const animals = new SqlPetRepository(limited);
    await Promise.all(Array.from({ length: 10 }, () => animals.add(CAT)));
    expect(await animals.list({ limit: 20 })).toHaveLength(10);
    expect(waits.filter((time) => time > 0)).not.toEqual([]);
  });

  it('leaves connections to reads and health checks when writes hang', async () => {
    const small = await bench.connect(PATIENT, 5);
    await fresh.root.query('LOCK TABLES pets READ');
    const insert = `INSERT INTO pets (name, category_id, status) VALUES ('Milo', 3, 'available')`;
    const writes = Array.from({ length: 20 }, () => small.query(insert));
    await eventually(() => small.busy === 2);
    expect(await new SqlPetRepository(small).list({ limit: 1 })).toEqual([]);
    await new TypeormSchema(small).check();
    expect(small).toMatchObject({ busy: 2, waiting: 18 });
    await fresh.root.query('UNLOCK TABLES');
    await Promise.all(writes);
  });

  it('is unavailable to an attempt whose connection is cut or whose row is locked, and counts the next', async () => {
    const { throttle } = typeormStorage(database);
    const count = () => throttle.count('jane', { attempts: 2, periodMs: 60_000 });
    await count();
    await fresh.root.beginTransaction();
    await fresh.root.query('SELECT * FROM tries FOR UPDATE');
    const cut = expect(count()).rejects.toMatchObject(UNAVAILABLE);
    await eventually(async () => (await waitingTransactions(fresh)).length === 1);
    await fresh.sql.cut();
    await cut;
    const held = expect(count()).rejects.toMatchObject(UNAVAILABLE);
    await held;
    await fresh.root.rollback();
    expect(await count()).toBe(0);
    expect(await count()).toBeGreaterThan(0);
  });

  it.each([1, 3, 7])('gives the ids that the rows have where they go up by %i', async (step) => {
    const cluster = await bench.connect({}, 1);
    // Of this one connection: other tests use the same server.
    await cluster.query(`SET SESSION auto_increment_increment = ${step}`);
    const added: Pet[] = [];
    const kept = new SqlPetRepository(cluster);
    const cats = Array.from({ length: 10 }, (_, n) => cat(`${n}`));
    added.push(...(await kept.addAll(cats)));
    const keyed = cats.map((pet) => ({ pet, idempotency: use(pet.name) }));
    added.push(...(await kept.addAllOnce(keyed)).map(({ pet }) => pet));
    expect(await kept.list({ limit: 100 })).toEqual(added);
    expect(added.slice(0, 3).map(({ id }) => id)).toEqual([1n, BigInt(1 + step), BigInt(1 + 2 * step)]);
    expect(await kept.addOnce(cat('4'), use('4'))).toEqual({ pet: added[14], replayed: true });
  });
});
