import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { RowDataPacket } from 'mysql2';
import { MemoryPetRepository } from '../../../../src/adapters/outbound/memory/pet-repository.js';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { typeormStorage } from '../../../../src/adapters/outbound/typeorm/storage.js';
import type { Storage } from '../../../../src/adapters/outbound/storage.js';
import { createPet, type PetStatus } from '../../../../src/domain/pet.js';
import type { PetQuery, PetRepository } from '../../../../src/domain/ports/pet-repository.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../../../support/mysql.js';
import { newDatabase } from '../../../support/new-database.js';
import { newSqliteFile, type SqliteFile } from '../../../support/sqlite.js';

// No call reads more of a table as the table grows. MySQL counts the rows that it reads. SQLite and memory work in this
// process, whose CPU time is compared between few rows and many: not a time limit, so that a slow machine passes too.

const LIMIT = 21;

/** Rows of one account in each table. */
const OF_ACCOUNT = 10;

/** The account that owns half of all API keys, nearly all of them revoked. */
const REVOKER = 1_000_000n;

const LATER = Date.parse('2100-01-01T00:00:00Z');
const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const UNKNOWN = 'f'.repeat(64);

/** Nearly all are available, a few pending, and four sold: two at the beginning and two at the end. */
function statusOf(n: number, rows: number): PetStatus {
  if ([2, 3, rows - 3, rows - 2].includes(n)) return 'sold';
  return n % 100 === 0 ? 'pending' : 'available';
}

const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

/** What a row of each table holds. Nothing has expired. */
const TABLES: Record<string, (n: number, rows: number) => Record<string, unknown>> = {
  pets: (n, rows) => ({ name: `animal ${n}`, category_id: n % 50, status: statusOf(n, rows) }),
  accounts: (n) => ({ email: `${n}@example.com`, created_at: n }),
  idempotency_keys: (n) => ({
    pet_id: n + 1,
    name: 'animal',
    category_id: 1,
    status: 'sold',
    account_id: n % 3,
    idempotency_key: Buffer.from(`key ${n}`),
    first_used_at: LATER + n,
  }),
  api_keys: (n, rows) => {
    const isRevoked = n > rows / 2 && n < rows - 2;
    return {
      prefix: `as_${String(n).padStart(8, '0')}`,
      hash: hashOf(n),
      account_id: n > rows / 2 ? REVOKER : Math.floor(n / OF_ACCOUNT),
      name: 'key',
      created_at: n,
      expires_at: n % 2 === 0 ? LATER + n : null,
      revoked_at: isRevoked ? LATER + n : null,
    };
  },
  sessions: (n) => ({
    hash: hashOf(n),
    account_id: Math.floor(n / OF_ACCOUNT),
    created_at: LATER + n,
    last_seen_at: LATER - n,
  }),
};

const page = (query: PetQuery, { pets }: { readonly pets: PetRepository }): Promise<unknown> => pets.list(query);

/** The pages of a store with this many animals. */
function pagesOf(rows: number): [string, PetQuery][] {
  const deep = BigInt(rows - 50);
  return [
    ['the first page', { limit: LIMIT }],
    ['a deep page', { limit: LIMIT, after: deep }],
    ['a page behind the last', { limit: LIMIT, after: BigInt(rows + 1) }],
    ...(['available', 'pending', 'sold'] as const).flatMap((status): [string, PetQuery][] => [
      [`the first page of ${status}`, { limit: LIMIT, status }],
      [`a middle page of ${status}`, { limit: LIMIT, status, after: BigInt(rows / 2) }],
      [`a deep page of ${status}`, { limit: LIMIT, status, after: deep }],
    ]),
  ];
}

/**
 * Calls that change nothing, so that each can be repeated. What they look for is not there where one row would do: a scan
 * would end at the first.
 */
const CALLS: [string, (storage: Storage) => Promise<unknown>][] = [
  ['finding an animal', ({ pets }) => pets.find(7n)],
  ['finding three animals', ({ pets }) => Promise.all([3n, 7n, 2n ** 60n].map((id) => pets.find(id)))],
  [
    'reading several lists',
    ({ pets }) =>
      Promise.all(
        ([{ limit: 2 }, { limit: 2, status: 'pending' }, { limit: 2, after: 7n }] as const).map((query) =>
          pets.list(query),
        ),
      ),
  ],
  [
    'repeating an addition',
    ({ pets }) =>
      pets.addOnce(createPet({ name: 'x', categoryId: 1n }), { accountId: 1n, key: 'key 1', at: new Date() }),
  ],
  ['purging idempotency keys', ({ pets }) => pets.purgeIdempotencyKeys(LONG_AGO)],
  ['finding an account', ({ accounts }) => accounts.find(7n)],
  ['finding an account by email', ({ accounts }) => accounts.findByEmail('nobody@example.com')],
  ['finding a password hash', ({ accounts }) => accounts.findPasswordHash(7n)],
  ['setting the password of no account', ({ accounts }) => accounts.setPasswordHash(2n ** 60n, 'hash')],
  ['removing no account', ({ accounts }) => accounts.remove(2n ** 60n)],
  ['finding a key by hash', ({ apiKeys }) => apiKeys.findByHash(UNKNOWN)],
  ['finding a key by prefix', ({ apiKeys }) => apiKeys.findByPrefix('as_ffffffff')],
  ['listing the keys of an account', ({ apiKeys }) => apiKeys.list(7n)],
  ['a page of the keys of an account', ({ apiKeys }) => apiKeys.page(7n, 3)],
  [
    'a later page of the keys of an account',
    ({ apiKeys }) => apiKeys.page(7n, 3, { createdAt: new Date(75), prefix: 'as_00000075' }),
  ],
  ['the active keys among many revoked ones', ({ apiKeys }) => apiKeys.page(REVOKER, 3, undefined, new Date())],
  [
    'a later page of the active keys among many revoked ones',
    ({ apiKeys }) => apiKeys.page(REVOKER, 3, { createdAt: new Date(LATER), prefix: 'as_ffffffff' }, new Date()),
  ],
  ['all keys of an account with many', ({ apiKeys }) => apiKeys.page(REVOKER, 3)],
  [
    'a later page of all keys of an account with many',
    ({ apiKeys }) => apiKeys.page(REVOKER, 3, { createdAt: new Date(LATER), prefix: 'as_ffffffff' }),
  ],
  ['counting the active keys among many revoked ones', ({ apiKeys }) => apiKeys.countActive(REVOKER, new Date())],
  ['purging API keys', ({ apiKeys }) => apiKeys.purge(LONG_AGO)],
  ['counting the keys of an account', ({ apiKeys }) => apiKeys.countActive(7n, new Date())],
  ['revoking no key', ({ apiKeys }) => apiKeys.revoke('as_ffffffff', LONG_AGO)],
  ['expiring no key', ({ apiKeys }) => apiKeys.expire('as_ffffffff', LONG_AGO)],
  ['revoking the keys of no account', ({ apiKeys }) => apiKeys.revokeOf(2n ** 60n, LONG_AGO)],
  ['recording the use of no key', ({ apiKeys }) => apiKeys.recordUse('as_ffffffff', LONG_AGO)],
  ['finding a session', ({ sessions }) => sessions.find(UNKNOWN)],
  ['listing the sessions of an account', ({ sessions }) => sessions.list(7n, 5)],
  ['recording the use of no session', ({ sessions }) => sessions.recordUse(UNKNOWN, LONG_AGO)],
  ['removing no session', ({ sessions }) => sessions.remove(UNKNOWN)],
  ['removing the sessions of no account', ({ sessions }) => sessions.removeOf(2n ** 60n)],
  ['purging sessions', ({ sessions }) => sessions.purge(LONG_AGO, LONG_AGO)],
];

describeMysql('the work of a call on MySQL', () => {
  const ROWS = 4_000;
  let fresh: MysqlDatabase;
  let database: Database;
  let storage: Storage;
  beforeAll(async () => {
    fresh = await newMysqlDatabase();
    database = newDatabase({ ...fresh.options, poolSize: 1 }); // so that the rows are counted where the call reads them
    storage = typeormStorage(database);
    await storage.connect();
    await storage.schema.migrate();
    const tries: (typeof TABLES)[string] = (n) => ({ key: hashOf(n), points: 1, expire: LATER + n });
    for (const [table, rowOf] of Object.entries({ ...TABLES, tries })) {
      const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n, ROWS));
      const columns = Object.keys(rows[0] ?? {}).map((name) => `\`${name}\``);
      await fresh.root.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [rows.map(Object.values)]);
      await fresh.root.query(`ANALYZE TABLE ${table}`);
    }
  });
  afterAll(async () => {
    await storage.close();
    await fresh.drop();
  });

  async function rowsRead(call: () => Promise<unknown>): Promise<number> {
    await call(); // includes what TypeORM looks up before its first statement
    const statement = (text: string) => database.run((manager) => manager.query<RowDataPacket[]>(text));
    await statement('FLUSH STATUS');
    await call();
    const counters = await statement(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
    return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
  }

  it.each(pagesOf(ROWS))('for %s is to read no more animals than it gives', async (_, query) => {
    expect(await rowsRead(() => page(query, storage))).toBeLessThanOrEqual(LIMIT + 1);
  });

  it.each([
    ...CALLS,
    ['counting an attempt', ({ throttle }) => throttle.count('jane', { attempts: 1, periodMs: 60_000 })],
    ['taking back an attempt', ({ throttle }) => throttle.refund('jane', { attempts: 1, periodMs: 60_000 })],
    ['purging attempts', ({ throttle }) => throttle.purgeExpired()],
  ] satisfies typeof CALLS)('for %s is to read a few rows', async (_, call) => {
    expect(await rowsRead(() => call(storage))).toBeLessThanOrEqual(4 * OF_ACCOUNT);
  });

  it('for an attempt that is refused is to ask nothing of the server until the refusal ends', async () => {
    const statements = async () => {
      const [row] = await database.run((manager) =>
        manager.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Questions'"),
      );
      return Number(row?.Value);
    };
    const attempt = () => storage.throttle.count('refused', { attempts: 1, periodMs: 60_000 });
    expect(await attempt()).toBe(0);
    expect(await attempt()).toBeGreaterThan(0);
    const counts = [await statements(), await statements()];
    for (let each = 0; each < 10; each++) expect(await attempt()).toBeGreaterThan(0);
    const [first = 0, second = 0] = counts;
    expect((await statements()) - second).toBe(second - first);
    expect(second).toBeGreaterThan(first);
  });
});

/** Of the cheapest of many runs, in microseconds: what disturbs the others is not the call's. */
async function cpuTime(call: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 40; run++) {
    const start = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Expects a call to cost about the same in both. A scan of every row costs more than twenty times as much. */
async function expectSameCost<T>(few: T, many: T, callOf: (store: T) => Promise<unknown>): Promise<void> {
  const [small, large] = [await cpuTime(() => callOf(few)), await cpuTime(() => callOf(many))];
  expect(large).toBeLessThan(4 * small + 200);
}

describe('the work of a call on SQLite', () => {
  const [FEW, MANY] = [200, 100_000];
  const files: SqliteFile[] = [];
  let few: Storage;
  let many: Storage;

  async function filled(count: number): Promise<Storage> {
    const file = newSqliteFile();
    files.push(file);
    const storage = typeormStorage(newDatabase(file.options));
    await storage.connect();
    await storage.schema.migrate();
    const handle = new BetterSqlite3(file.options.path);
    handle.transaction(() => {
      for (const [table, rowOf] of Object.entries(TABLES)) {
        const columns = Object.keys(rowOf(0, count));
        const insert = handle.prepare(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        );
        for (let n = 0; n < count; n++) insert.run(...Object.values(rowOf(n, count)));
      }
    })();
    handle.exec('ANALYZE');
    handle.close();
    return storage;
  }

  beforeAll(async () => {
    few = await filled(FEW);
    many = await filled(MANY);
  });
  afterAll(async () => {
    for (const storage of [few, many]) await storage.close();
    for (const file of files) file.drop();
  });

  it.each(pagesOf(MANY).map(([name, query], at) => [name, query, pagesOf(FEW)[at]?.[1] ?? query] as const))(
    'for %s grows with the page alone',
    (_, query, queryOfFew) =>
      expectSameCost({ storage: few, query: queryOfFew }, { storage: many, query }, (each) =>
        page({ ...each.query, limit: 2 }, each.storage),
      ),
  );

  it.each(CALLS)('for %s is the same with few rows and many', (_, call) => expectSameCost(few, many, call));
});

describe('the work of a call in memory', () => {
  const [FEW, MANY] = [200, 200_000];

  async function filled(count: number): Promise<{ pets: MemoryPetRepository; rows: number }> {
    const pets = new MemoryPetRepository();
    const status = (n: number) => ({ name: 'cat', categoryId: 1n, status: statusOf(n, count) });
    for (let n = 0; n < count; n++) await pets.add(createPet(status(n)));
    return { pets, rows: count };
  }

  it('for an animal and any page is the same with few animals and many', async () => {
    const [few, many] = [await filled(FEW), await filled(MANY)];
    for (const [at] of pagesOf(MANY).entries()) {
      await expectSameCost(few, many, (store) => page({ ...pagesOf(store.rows)[at]?.[1], limit: 2 }, store));
    }
    await expectSameCost(few, many, ({ pets, rows }) => pets.find(BigInt(rows)));
  });
});
