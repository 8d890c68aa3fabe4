import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormStore } from '../../../../src/adapters/outbound/typeorm/store.js';
import type { PetQuery } from '../../../../src/domain/ports/pet-repository.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../../../support/mysql.js';
import { newSqliteFile, type SqliteFile } from '../../../support/sqlite.js';

const ANIMALS = 20_000;
// Nearly all are available, a few pending, and four sold: two at the beginning and two at the end.
const RARE = [3, 4, ANIMALS - 2, ANIMALS - 1];
const statusOf = (n: number): string => (RARE.includes(n) ? 'sold' : n % 100 === 0 ? 'pending' : 'available');

const LIMIT = 21;
const PAGES: [string, PetQuery, 'PRIMARY' | 'pets_status_id'][] = [
  ['the first page', { limit: LIMIT }, 'PRIMARY'],
  ['a deep page', { limit: LIMIT, after: BigInt(ANIMALS - 100) }, 'PRIMARY'],
  ['a page behind the last', { limit: LIMIT, after: BigInt(ANIMALS + 1) }, 'PRIMARY'],
  ...(['available', 'pending', 'sold'] as const).flatMap((status): typeof PAGES => [
    [`the first page of ${status}`, { limit: LIMIT, status }, 'pets_status_id'],
    [`a middle page of ${status}`, { limit: LIMIT, status, after: BigInt(ANIMALS / 2) }, 'pets_status_id'],
    [`a deep page of ${status}`, { limit: LIMIT, status, after: BigInt(ANIMALS - 100) }, 'pets_status_id'],
  ]),
];

/** What the repository really sends for a page. */
async function statementFor(pets: TypeormPetRepository, query: PetQuery): Promise<[string, unknown[]]> {
  const sent = jest.spyOn(Database.prototype, 'query');
  try {
    await pets.list(query);
    expect(sent).toHaveBeenCalledTimes(1);
    const [text, values] = sent.mock.calls[0] ?? [];
    return [text ?? '', values ?? []];
  } finally {
    sent.mockRestore();
  }
}

function batches(): unknown[][][] {
  const rows = Array.from({ length: ANIMALS }, (_, n) => [`animal ${n}`, n % 50, statusOf(n)]);
  return Array.from({ length: ANIMALS / 1_000 }, (_, batch) => rows.slice(batch * 1_000, (batch + 1) * 1_000));
}

describeMysql('the plan on MySQL', () => {
  let fresh: MysqlDatabase;
  let database: Database;
  let pets: TypeormPetRepository;
  beforeAll(async () => {
    fresh = await newMysqlDatabase();
    database = new Database(fresh.options);
    await database.connect();
    await new TypeormStore(database).migrate();
    for (const rows of batches())
      await fresh.root.query('INSERT INTO pets (name, category_id, status) VALUES ?', [rows]);
    await fresh.root.query('ANALYZE TABLE pets');
    pets = new TypeormPetRepository(database);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  describe.each(PAGES)('of %s', (_, query, index) => {
    it('walks a range of the right index, and sorts nothing', async () => {
      const [text, values] = await statementFor(pets, query);
      const [rows] = await fresh.root.query(`EXPLAIN FORMAT=TRADITIONAL ${text}`, values);
      expect(rows).toEqual([expect.objectContaining({ type: 'range', key: index })]);
      expect(JSON.stringify(rows)).not.toMatch(/filesort|temporary/i);
    });

    it('reads no more animals than it gives', async () => {
      const [text, values] = await statementFor(pets, query);
      await fresh.root.query('FLUSH STATUS');
      await fresh.root.query(text, values);
      const [rows] = await fresh.root.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
      const reads = (rows as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0); // SHOW's columns
      expect(reads).toBeLessThanOrEqual(LIMIT + 1);
    });
  });
});

describe('the plan on SQLite', () => {
  let file: SqliteFile;
  let database: Database;
  let handle: BetterSqlite3.Database;
  let pets: TypeormPetRepository;
  beforeAll(async () => {
    file = newSqliteFile();
    database = new Database(file.options);
    await database.connect();
    await new TypeormStore(database).migrate();
    handle = new BetterSqlite3(file.options.path);
    const insert = handle.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
    handle.transaction(() =>
      batches()
        .flat()
        .forEach((row) => insert.run(...row)),
    )();
    handle.exec('ANALYZE');
    pets = new TypeormPetRepository(database);
  });
  afterAll(async () => {
    handle.close();
    await database.close();
    file.drop();
  });

  it.each(PAGES)('of %s walks a range of the right index, and sorts nothing', async (_, query, index) => {
    const [text, values] = await statementFor(pets, query);
    const plan = handle.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    expect(plan.map(({ detail }) => detail)).toEqual([
      index === 'PRIMARY'
        ? 'SEARCH pets USING INTEGER PRIMARY KEY (rowid>?)'
        : 'SEARCH pets USING INDEX pets_status_id (status=? AND id>?)',
    ]);
  });
});
