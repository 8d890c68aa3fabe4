import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sqlStorage } from '../../../../src/adapters/outbound/typeorm/sql-storage.js';
import type { Database } from '../../../../src/adapters/outbound/typeorm/execution/database.js';
import type { Storage } from '../../../../src/adapters/outbound/storage.js';
import { PET_STATUSES, type PetStatus } from '../../../../src/domain/pet.js';
import { ATTEMPT_KEY } from '../../../support/examples.js';
import { LATER, REPOSITORY_CALLS, REVOKER, type Call } from '../../../support/repository-calls.js';
import { describeEach, openNew, SQL_STORAGES } from '../../../support/storages.js';
import type { SqlTarget } from '../../../support/test-storage.js';

// No call reads more of a table as the table grows: engines count the rows, or the pages, that they read.

const LIMIT = 21;

const ROWS = 20_000;

/** How many rows of each table belong to one account. */
const OF_ACCOUNT = 10;

/** Nearly all animals are available, a few are pending, and four are sold: two at the beginning and two at the end. */
function statusOf(n: number): PetStatus {
  if ([2, 3, ROWS - 3, ROWS - 2].includes(n)) return 'sold';
  return n % 100 === 0 ? 'pending' : 'available';
}

const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

/** What a row of each table holds. Nothing has expired. */
const TABLES: Record<string, (n: number) => Record<string, unknown>> = {
  pets: (n) => ({ name: `animal ${n}`, category_id: n % 50, status: statusOf(n) }),
  accounts: (n) => ({ email: `${n}@example.com`, created_at: n }),
  idempotency_keys: (n) => ({
    pet_id: n + 1,
    name: 'animal',
    category_id: 1,
    status: 'sold',
    account_id: n % 3,
    idempotency_key: Buffer.from(`key ${n}`),
    first_used_at: LATER.getTime() + n,
  }),
  api_keys: (n) => {
    const isRevoked = n > ROWS / 2 && n < ROWS - 2;
    return {
      prefix: `as_${String(n).padStart(8, '0')}`,
      hash: hashOf(n),
      account_id: n > ROWS / 2 ? REVOKER : Math.floor(n / OF_ACCOUNT),
      name: 'key',
      created_at: n,
      expires_at: n % 2 === 0 ? LATER.getTime() + n : null,
      revoked_at: isRevoked ? LATER.getTime() + n : null,
    };
  },
  sessions: (n) => ({
    hash: hashOf(n),
    account_id: n > ROWS / 2 ? REVOKER : Math.floor(n / OF_ACCOUNT),
    created_at: LATER.getTime() + n,
    last_seen_at: LATER.getTime() - n,
  }),
};

/** A row of the table in which storages that several replicas share count attempts. */
const tries: (typeof TABLES)[string] = (n) => ({ key: hashOf(n), points: 1, expire: LATER.getTime() + n });

describeEach(SQL_STORAGES, 'a call', (kind) => {
  let target: SqlTarget;
  let database: Database;
  let storage: Storage;
  beforeAll(async () => {
    target = await kind.newTarget();
    database = target.sql.newDatabase({}, 1); // one connection, where the engine counts what calls read
    storage = sqlStorage(database);
    await storage.connect();
    await storage.schema.migrate();
    for (const [table, rowOf] of Object.entries({ ...TABLES, ...(kind.isShared && { tries }) })) {
      const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
      await target.sql.fill(table, rows);
    }
  });
  afterAll(async () => {
    await storage.close();
    await target.drop();
  });

  async function reads(call: Call<Storage>): Promise<number> {
    await call(storage); // includes what TypeORM looks up before its first statement
    return target.sql.readsOf(database, () => call(storage));
  }

  it.each([undefined, ...PET_STATUSES])('for a page reads no more than it returns, of status %s', async (status) => {
    for (const position of [0, 50, ROWS / 2, ROWS - 50, ROWS + 1].map(BigInt)) {
      const page = { limit: LIMIT, status };
      // An engine that counts pages may read one of the index and one of the table for each row.
      expect(await reads(({ pets }) => pets.list({ ...page, after: position }))).toBeLessThanOrEqual(2 * LIMIT);
      expect(await reads(({ pets }) => pets.listNewest({ ...page, before: position }))).toBeLessThanOrEqual(2 * LIMIT);
    }
  });

  it.each(REPOSITORY_CALLS)('of %s reads few rows or pages', async (_, call) => {
    expect(await reads(call)).toBeLessThanOrEqual(4 * OF_ACCOUNT);
  });
});

describeEach(
  SQL_STORAGES.filter(({ isShared }) => isShared),
  'an attempt that was refused',
  (kind) => {
    it('sends nothing to the server until the refusal expires', async () => {
      const storage = await openNew(kind);
      const attempt = () => storage.attempts.count(ATTEMPT_KEY, { attempts: 1, periodMs: 60_000 });
      expect(await attempt()).toBe(0);
      expect(await attempt()).toBeGreaterThan(0);
      await storage.close();
      for (let each = 0; each < 10; each++) expect(await attempt()).toBeGreaterThan(0);
    });
  },
);
