import { beforeEach, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { SqlPetRepository } from '../../../../../src/adapters/outbound/typeorm/repositories/pet-repository.js';
import { TypeormSchema } from '../../../../../src/adapters/outbound/typeorm/schema/schema.js';
import { CAT, UNAVAILABLE } from '../../../../support/examples.js';
import { NEXT, withNext } from '../../../../support/next-migration.js';
import { runOnFile, sqlite } from '../../../../support/sqlite.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

describeEach([sqlite], 'the database', (kind) => {
  const bench = benchOn(kind);
  let database: Database;
  beforeEach(async () => {
    database = await bench.migrated();
  });

  it('writes ahead, and syncs to disk at every commit', async () => {
    const pragma = (name: string) => database.query(`PRAGMA ${name}`);
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2n }]);
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1n }]);
  });

  it('loses nothing after a transaction that SQLite rolled back by itself', async () => {
    const pets = new SqlPetRepository(database);
    const refused = (statement: string): Promise<void> =>
      database.transaction(async (manager) => {
        await manager.query(statement);
        throw new Error('disk I/O error');
      });
    await expect(refused('ROLLBACK')).rejects.toThrow('disk I/O error');
    await expect(refused('DELETE FROM pets')).rejects.toThrow('disk I/O error');
    const added = await pets.add(CAT);
    const other = await bench.connect();
    expect(await new SqlPetRepository(other).find(added.id)).toEqual(added);
  });

  it('waits with a migration for another program that holds the write lock, for longer than with any other call', async () => {
    const other = new BetterSqlite3(bench.target().path);
    other.exec('BEGIN IMMEDIATE');
    const next = await bench.connect({ migrations: withNext });
    const migrated = expect(new TypeormSchema(next).migrate()).resolves.toEqual([NEXT]);
    // Two other calls give up, one after the other, while the migration waits.
    const pets = new SqlPetRepository(database);
    for (let calls = 0; calls < 2; calls++) await expect(pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    other.exec('ROLLBACK');
    other.close();
    await migrated;
  });

  it('blocks other writers from the start of a transaction, so that what it read is still true when it writes', async () => {
    const path = bench.target().path;
    runOnFile(path, 'CREATE TABLE counter AS SELECT 0 AS value');
    let attempts = 0;
    await database.transaction(async (manager) => {
      attempts++;
      const [row] = await manager.query<{ value: bigint }[]>('SELECT value FROM counter');
      expect(() => runOnFile(path, 'UPDATE counter SET value = value + 10')).toThrow('locked');
      await manager.query('UPDATE counter SET value = ?', [Number(row?.value) + 1]);
    });
    expect(attempts).toBe(1);
    expect(runOnFile(path, 'SELECT value FROM counter')).toEqual([{ value: 1 }]);
  });
});
