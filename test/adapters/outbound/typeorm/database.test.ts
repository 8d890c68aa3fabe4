import { createServer } from 'node:net';
import { once } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { RowDataPacket } from 'mysql2';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { eventually } from '../../../support/eventually.js';
import { type DatabaseOptions, newDatabase } from '../../../support/new-database.js';
import { TypeormAccountRepository } from '../../../../src/adapters/outbound/typeorm/account-repository.js';
import { TypeormApiKeyRepository } from '../../../../src/adapters/outbound/typeorm/api-key-repository.js';
import { MIGRATIONS } from '../../../../src/adapters/outbound/typeorm/migrations.js';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSessionRepository } from '../../../../src/adapters/outbound/typeorm/session-repository.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { typeormStorage } from '../../../../src/adapters/outbound/typeorm/storage.js';
import { createPet } from '../../../../src/domain/pet.js';
import { describeEachDatabase } from '../../../support/storages.js';
import { describeMysql, newMysqlDatabase, waitingTransactions, type MysqlDatabase } from '../../../support/mysql.js';
import { Next9000000000000 } from '../../../support/next-migration.js';
import { newSqliteFile, type SqliteFile } from '../../../support/sqlite.js';

const CAT = createPet({ name: 'cat', categoryId: 1n });
const UNAVAILABLE = { name: 'DomainError', code: 'unavailable' };
/** For calls that wait for others, on a slow machine too. */
const PATIENT = { timeoutMs: 60_000 };
const use = (key: string) => ({ accountId: 1n, key, at: new Date('2026-11-20T12:00:00Z') });

describeEachDatabase('the database', (bench) => {
  const migrated = async (): Promise<Database> => {
    const database = await bench.connect();
    await new TypeormSchema(database).migrate();
    return database;
  };

  it('generates no id while an addition with a smaller one is not committed', async () => {
    const [first, second] = [await migrated(), await bench.connect()];
    const rows = { into: 'INSERT INTO pets (name, category_id, status)', rows: [['cat', 1n, 'available']] };
    await first.transaction(async (connection) => {
      await first.dialect.insertAll(connection, rows);
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

  it('is unavailable, not broken, before the first migration', async () => {
    const database = await bench.connect();
    await expect(new TypeormPetRepository(database).list({ limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
  });

  it('loses no acknowledged animal while transactions beside it are rolled back', async () => {
    const pets = new TypeormPetRepository(await migrated());
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
    const database = await migrated();
    const pets = new TypeormPetRepository(database);
    const failing = database.transaction(async (manager) => {
      await manager.query(`INSERT INTO pets (name, category_id, status) VALUES ('x', 1, 'sold')`);
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await pets.list({ limit: 10 })).toEqual([]);
  });

  it('keeps the first answer to an idempotency key, also when the animal was changed since', async () => {
    const database = await migrated();
    const pets = new TypeormPetRepository(database);
    const first = await pets.addOnce(CAT, use('key'));
    await database.run((manager) => manager.query(`UPDATE pets SET name = 'dog', status = 'sold'`));
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet: first.pet, replayed: true });
    await database.run((manager) => manager.query('DELETE FROM pets'));
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet: first.pet, replayed: true });
    expect((await pets.add(CAT)).id).toBeGreaterThan(first.pet.id);
  });
});

describe('the database on SQLite', () => {
  let file: SqliteFile;
  let database: Database;
  beforeEach(async () => {
    file = newSqliteFile();
    database = newDatabase(file.options);
    await database.connect();
    await new TypeormSchema(database).migrate();
  });
  afterEach(async () => {
    await database.close();
    file.drop();
  });

  it('writes ahead, and waits for the disk at every commit', async () => {
    const pragma = async (name: string): Promise<unknown> => database.run((manager) => manager.query(`PRAGMA ${name}`));
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2n }]);
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1n }]);
  });

  it('is unavailable while another program holds the write lock for long, and waits where it is short', async () => {
    const pets = new TypeormPetRepository(database);
    const other = new BetterSqlite3(file.options.path);
    other.exec('BEGIN IMMEDIATE');
    await expect(pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(pets.addOnce(CAT, use('key'))).rejects.toMatchObject(UNAVAILABLE);
    expect(await pets.list({ limit: 1 })).toEqual([]);
    const waiting = [pets.add(CAT), pets.addOnce(CAT, use('key'))];
    await sleep(50);
    other.exec('ROLLBACK');
    other.close();
    await Promise.all(waiting);
    expect(await pets.list({ limit: 10 })).toHaveLength(2);
  });

  it('loses nothing after a transaction that SQLite ended by itself', async () => {
    const pets = new TypeormPetRepository(database);
    const refused = (statement: string): Promise<void> =>
      database.transaction(async (manager) => {
        await manager.query(statement);
        throw new Error('disk I/O error');
      });
    await expect(refused('ROLLBACK')).rejects.toThrow('disk I/O error');
    await expect(refused('DELETE FROM pets')).rejects.toThrow('disk I/O error');
    const added = await pets.add(CAT);
    const other = newDatabase(file.options);
    await other.connect();
    expect(await new TypeormPetRepository(other).find(added.id)).toEqual(added);
    await other.close();
  });

  it('waits with its migrations for another program that holds the write lock, longer than any other call', async () => {
    const other = new BetterSqlite3(file.options.path);
    other.exec('BEGIN IMMEDIATE');
    const next = newDatabase(file.options, { migrations: [...MIGRATIONS, Next9000000000000] });
    await next.connect();
    const waiting = new TypeormSchema(next).migrate();
    await expect(Promise.race([waiting, sleep(2_000, 'waits')])).resolves.toBe('waits');
    other.exec('ROLLBACK');
    other.close();
    await expect(waiting).resolves.toEqual(['Next9000000000000']);
    await next.close();
  });
});

describeMysql('the database on MySQL', () => {
  let fresh: MysqlDatabase;
  let database: Database;
  let pets: TypeormPetRepository;
  beforeEach(async () => {
    fresh = await newMysqlDatabase();
    database = newDatabase(fresh.options);
    await database.connect();
    await new TypeormSchema(database).migrate();
    pets = new TypeormPetRepository(database);
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
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

  it('is unavailable where a server accepts connections and sends nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const silent = newDatabase({ ...fresh.options, port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
    await expect(silent.connect()).rejects.toMatchObject(UNAVAILABLE);
    server.close();
  });

  it('can be connected once the database is there', async () => {
    const options: DatabaseOptions = { ...fresh.options, database: `${fresh.options.database}_later` };
    const later = newDatabase(options);
    await expect(later.connect()).rejects.toMatchObject(UNAVAILABLE);
    await fresh.root.query(`CREATE DATABASE ${options.database}`);
    await later.connect();
    expect(await new TypeormSchema(later).pendingMigrations()).not.toEqual([]);
    await later.close();
    await fresh.root.query(`DROP DATABASE ${options.database}`);
  });

  it('is unavailable to a call whose connection is cut, and serves the next', async () => {
    const added = await pets.add(CAT);
    const cut = database.run((manager) => manager.query('SELECT SLEEP(600)'));
    const cutInTransaction = database.transaction((manager) => manager.query('SELECT SLEEP(600)'));
    const failures = Promise.all([
      expect(cut).rejects.toMatchObject(UNAVAILABLE),
      expect(cutInTransaction).rejects.toMatchObject(UNAVAILABLE),
    ]);
    await eventually(async () => (await processes(`state = 'User sleep'`)).length === 2);
    await killAll();
    await failures;
    expect(await pets.find(added.id)).toEqual(added);
  });

  it('serves after every idle connection was cut', async () => {
    await Promise.all(Array.from({ length: 5 }, () => pets.add(CAT)));
    await killAll();
    await eventually(async () => (await processes()).length === 0);
    await setImmediate(); // the ends of the connections have arrived
    expect(await pets.list({ limit: 10 })).toHaveLength(5);
  });

  it('refuses at once what would wait in too long a queue', async () => {
    const small = newDatabase({ ...fresh.options, poolSize: 1 }, PATIENT);
    await small.connect();
    const calls = Array.from({ length: 1010 }, () => small.run((manager) => manager.query('SELECT 1')));
    const answers = await Promise.allSettled(calls);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1010 - 1001);
    for (const answer of refused) expect(answer).toMatchObject({ reason: UNAVAILABLE });
    await small.close();
  });

  it('ends calls that take longer than the time limit, and gets their connections back', async () => {
    const waits: number[] = [];
    const limits = { timeoutMs: 1500, onWait: (ms: number) => waits.push(ms) };
    const limited = newDatabase({ ...fresh.options, poolSize: 2 }, limits);
    await limited.connect();
    const sleeping = () => limited.run((manager) => manager.query('SELECT SLEEP(600)'));
    // Two are running, one of them in a transaction; the third waits.
    const calls = [sleeping(), limited.transaction((manager) => manager.query('SELECT SLEEP(600)')), sleeping()];
    for (const call of calls) await expect(call).rejects.toMatchObject(UNAVAILABLE);
    expect(limited).toMatchObject({ busy: 0, waiting: 0 });
    const animals = new TypeormPetRepository(limited);
    await Promise.all(Array.from({ length: 10 }, () => animals.add(CAT)));
    expect(await animals.list({ limit: 20 })).toHaveLength(10);
    expect(waits.filter((time) => time > 0)).not.toEqual([]);
    await limited.close();
  });

  it('leaves a fifth of the connections to reads and health checks when writes hang', async () => {
    const small = newDatabase({ ...fresh.options, poolSize: 5 }, PATIENT);
    await small.connect();
    await fresh.root.query('LOCK TABLES pets READ');
    const insert = `INSERT INTO pets (name, category_id, status) VALUES ('Milo', 3, 'available')`;
    const writes = Array.from({ length: 20 }, () => small.query(insert));
    await eventually(() => small.busy === 4);
    expect(await new TypeormPetRepository(small).list({ limit: 1 })).toEqual([]);
    await new TypeormSchema(small).check();
    expect(small).toMatchObject({ busy: 4, waiting: 16 });
    await fresh.root.query('UNLOCK TABLES');
    await Promise.all(writes);
    await small.close();
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

  it('counts attempts under hashed names, and purges the expired ones', async () => {
    const { throttle } = typeormStorage(database);
    const counted = async (): Promise<unknown[]> => (await fresh.root.query<RowDataPacket[]>('SELECT * FROM tries'))[0];
    const over = Array.from({ length: 1100 }, (_, at) => [String(at), 1, Date.now() - 1]);
    await fresh.root.query('INSERT INTO tries VALUES ?', [over]);
    await throttle.count('jane@example.com', { attempts: 1, periodMs: 60_000 });
    await throttle.purgeExpired();
    expect(await counted()).toEqual([
      { key: expect.stringMatching(/^[0-9a-f]{64}$/), points: 1, expire: expect.any(String) },
    ]);
    await throttle.refund('jane@example.com', { attempts: 1, periodMs: 60_000 });
    expect(await counted()).toMatchObject([{ points: 0 }]);
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
    const next = newDatabase(fresh.options, { migrations: [...MIGRATIONS, Next9000000000000] });
    await next.connect();
    const waiting = new TypeormSchema(next).migrate();
    await expect(Promise.race([waiting, sleep(300, 'waits')])).resolves.toBe('waits');
    await fresh.root.query(`SELECT RELEASE_LOCK(CONCAT('animal:', SHA2(DATABASE(), 224)))`);
    await expect(waiting).resolves.toEqual(['Next9000000000000']);
    await next.close();
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
