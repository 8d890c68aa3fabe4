import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { newDatabase } from '../../../support/new-database.js';
import { newSqliteFile, runOnFile, type SqliteFile } from '../../../support/sqlite.js';

describe('a transaction on SQLite', () => {
  let file: SqliteFile;
  let database: Database;
  beforeEach(async () => {
    file = newSqliteFile();
    database = newDatabase(file.options);
    await database.connect();
    await database.run((manager) => manager.query('CREATE TABLE counter (value INTEGER)'));
    await database.run((manager) => manager.query('INSERT INTO counter VALUES (0)'));
  });
  afterEach(async () => {
    await database.close();
    file.drop();
  });

  it('keeps other writers out from its beginning, so that what it read is still true when it writes', async () => {
    let attempts = 0;
    await database.transaction(async (manager) => {
      attempts++;
      const [row] = await manager.query<{ value: bigint }[]>('SELECT value FROM counter');
      expect(() => runOnFile(file.options.path, 'UPDATE counter SET value = value + 10')).toThrow('locked');
      await manager.query('UPDATE counter SET value = ?', [Number(row?.value) + 1]);
    });
    expect(attempts).toBe(1);
    expect(runOnFile(file.options.path, 'SELECT value FROM counter')).toEqual([{ value: 1 }]);
  });
});
