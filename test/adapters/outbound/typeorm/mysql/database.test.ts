import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import type { RowDataPacket } from 'mysql2';
import { Database } from '../../../../../src/adapters/outbound/typeorm/database.js';
import { MIGRATIONS } from '../../../../../src/adapters/outbound/typeorm/migrations.js';
import { mysqlDialect } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import { TypeormPetRepository } from '../../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSchema } from '../../../../../src/adapters/outbound/typeorm/schema.js';
import { typeormStorage } from '../../../../../src/adapters/outbound/typeorm/storage.js';
import type { Pet } from '../../../../../src/domain/pet.js';
import { eventually } from '../../../../support/eventually.js';
import { CAT, cat, UNAVAILABLE, use } from '../../../../support/examples.js';
import { mysql, waitingTransactions, type MysqlDatabase } from '../../../../support/mysql.js';
import { Next9000000000000 } from '../../../../support/next-migration.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

/** For calls that wait for others, on a slow machine too. */
const PATIENT = { timeoutMs: 60_000 };

describeEach([mysql], 'the database', (kind) => {
  const bench = benchOn(kind);
  let fresh: MysqlDatabase;
  let database: Database;
  let pets: TypeormPetRepository;
  beforeEach(async () => {
    fresh = bench.target();
    database = await bench.migrated();
    pets = new TypeormPetRepository(database);
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

  it('serves after every idle connection was cut', async () => {
    await Promise.all(Array.from({ length: 5 }, () => pets.add(CAT)));
    await killAll();
    await eventually(async () => (await processes()).length === 0);
    await setImmediate(); // the ends of the connections have arrived
    expect(await pets.list({ limit: 10 })).toHaveLength(5);
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
    const animals = new TypeormPetRepository(limited);
    await Promise.all(Array.from({ length: 10 }, () => animals.add(CAT)));
    expect(await animals.list({ limit: 20 })).toHaveLength(10);
    expect(waits.filter((time) => time > 0)).not.toEqual([]);
  });

  it('leaves a fifth of the connections to reads and health checks when writes hang', async () => {
    const small = await bench.connect(PATIENT, 5);
    await fresh.root.query('LOCK TABLES pets READ');
    const insert = `INSERT INTO pets (name, category_id, status) VALUES ('Milo', 3, 'available')`;
    const writes = Array.from({ length: 20 }, () => small.query(insert));
    await eventually(() => small.busy === 4);
    expect(await new TypeormPetRepository(small).list({ limit: 1 })).toEqual([]);
    await new TypeormSchema(small).check();
    expect(small).toMatchObject({ busy: 4, waiting: 16 });
    await fresh.root.query('UNLOCK TABLES');
    await Promise.all(writes);
  });

  it('repeats a transaction that a deadlock rolled back', async () => {
    const [one, other] = [await pets.add(CAT), await pets.add(CAT)];
    let attempts = 0;
    let arrived = 0;
    const rename = (ids: bigint[], name: string): Promise<void> =>
      database.transaction(async (manager) => {
        attempts++;
        await manager.query('UPDATE pets SET name = ? WHERE id = ?', [`${name} 1`, ids[0]]);
        arrived++;
        await eventually(() => arrived >= 2); // both hold their first row
        await manager.query('UPDATE pets SET name = ? WHERE id = ?', [`${name} 2`, ids[1]]);
      });
    await Promise.all([rename([one.id, other.id], 'a'), rename([other.id, one.id], 'b')]);
    expect(attempts).toBeGreaterThan(2);
    const names = (await pets.list({ limit: 2 })).map(({ name }) => name).join();
    expect(['a 1,a 2', 'b 2,b 1']).toContain(names);
  });

  it('repeats a statement that waited too long for a row of another transaction', async () => {
    const { id } = await pets.add(CAT);
    await fresh.root.beginTransaction();
    await fresh.root.query('SELECT * FROM pets WHERE id = ? FOR UPDATE', [String(id)]);
    const waiting = database.run((manager) => manager.query(`UPDATE pets SET name = 'later' WHERE id = ?`, [id]));
    const seen = new Set<string>();
    await eventually(async () => {
      for (const transaction of await waitingTransactions(fresh)) seen.add(transaction);
      return seen.size === 2;
    });
    await fresh.root.rollback();
    await waiting;
    expect((await pets.find(id))?.name).toBe('later');
  });

  it('is unavailable to an attempt whose connection is cut or whose row is locked, and counts the next', async () => {
    const { throttle } = typeormStorage(database);
    const count = () => throttle.count('jane', { attempts: 2, periodMs: 60_000 });
    await count();
    await fresh.root.beginTransaction();
    await fresh.root.query('SELECT * FROM tries FOR UPDATE');
    const cut = expect(count()).rejects.toMatchObject(UNAVAILABLE);
    await eventually(async () => (await waitingTransactions(fresh)).length === 1);
    await killAll();
    await cut;
    const held = expect(count()).rejects.toMatchObject(UNAVAILABLE);
    await held;
    await fresh.root.rollback();
    expect(await count()).toBe(0);
    expect(await count()).toBeGreaterThan(0);
  });

  it('waits for another process that migrates', async () => {
    await fresh.root.query(`SELECT GET_LOCK(CONCAT('animal:', SHA2(DATABASE(), 224)), 0)`);
    const next = await bench.connect({ migrations: [...MIGRATIONS, Next9000000000000] });
    const waiting = new TypeormSchema(next).migrate();
    await expect(Promise.race([waiting, sleep(300, 'waits')])).resolves.toBe('waits');
    await fresh.root.query(`SELECT RELEASE_LOCK(CONCAT('animal:', SHA2(DATABASE(), 224)))`);
    await expect(waiting).resolves.toEqual(['Next9000000000000']);
  });

  it.each([1, 3, 7])('gives the ids that the rows have where they go up by %i', async (step) => {
    const cluster = await bench.connect({}, 1);
    // Of this one connection: other tests use the same server.
    await cluster.query(`SET SESSION auto_increment_increment = ${step}`);
    const added: Pet[] = [];
    const kept = new TypeormPetRepository(cluster);
    for (const isKeyed of [false, true]) {
      const each = Array.from({ length: 10 }, (_, n) =>
        isKeyed && n % 2 === 0 ? kept.addOnce(cat(`${n}`), use(`${n}`)) : kept.add(cat(`${n}`)),
      );
      added.push(...(await Promise.all(each)).map((one) => ('pet' in one ? one.pet : one)));
    }
    expect(await kept.list({ limit: 100 })).toEqual(added);
    expect(added.slice(0, 3).map(({ id }) => id)).toEqual([1n, BigInt(1 + step), BigInt(1 + 2 * step)]);
    expect(await kept.addOnce(cat('4'), use('4'))).toEqual({ pet: added[14], replayed: true });
  });

  /** The ids of the connections to the database. */
  async function processes(condition = 'TRUE'): Promise<string[]> {
    const [rows] = await fresh.root.query<RowDataPacket[]>(
      `SELECT id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID() AND ${condition}`,
      [fresh.options.database],
    );
    return rows.map(({ id }) => String(id));
  }

  /** Cuts every connection of the service. */
  async function killAll(): Promise<void> {
    for (const id of await processes()) await fresh.root.query(`KILL ${id}`);
  }
});
