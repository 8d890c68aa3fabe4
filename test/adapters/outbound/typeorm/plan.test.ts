import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import type { Storage } from '../../../../src/adapters/outbound/storage.js';
import { createPet, PET_STATUSES, type PetStatus } from '../../../../src/domain/pet.js';
import type { NewestPetsQuery, PetQuery } from '../../../../src/domain/ports/repositories.js';
import { REPOSITORY_CALLS } from '../../../support/ports.js';
import { describeEach, plainStorage, SQL_STORAGES } from '../../../support/storages.js';
import type { SqlTarget } from '../../../support/test-storage.js';

// No call reads more of a table as the table grows: engines count the rows, or the pages, that they read.

const LIMIT = 21;

const ROWS = 20_000;

/** How many rows of each table belong to one account. */
const OF_ACCOUNT = 10;

/** The account that owns half of all API keys, nearly all of them revoked. */
const REVOKER = 1_000_000n;

const LATER = Date.parse('2100-01-01T00:00:00Z');
const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const UNKNOWN = 'f'.repeat(64);

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
    first_used_at: LATER + n,
  }),
  api_keys: (n) => {
    const isRevoked = n > ROWS / 2 && n < ROWS - 2;
    return {
      prefix: `as_${String(n).padStart(8, '0')}`,
      hash: hashOf(n),
      account_id: n > ROWS / 2 ? REVOKER : Math.floor(n / OF_ACCOUNT),
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

/** A row of the table in which storages that several replicas share count attempts. */
const tries: (typeof TABLES)[string] = (n) => ({ key: hashOf(n), points: 1, expire: LATER + n });

const DEEP = BigInt(ROWS - 50);

const PAGES: [string, PetQuery][] = [
  ['the first page', { limit: LIMIT }],
  ['a deep page', { limit: LIMIT, after: DEEP }],
  ['a page behind the last', { limit: LIMIT, after: BigInt(ROWS + 1) }],
  ...PET_STATUSES.flatMap((status): [string, PetQuery][] => [
    [`the first page of ${status}`, { limit: LIMIT, status }],
    [`a middle page of ${status}`, { limit: LIMIT, status, after: BigInt(ROWS / 2) }],
    [`a deep page of ${status}`, { limit: LIMIT, status, after: DEEP }],
  ]),
];

const NEWEST_PAGES: [string, NewestPetsQuery][] = [
  ['the newest page', { limit: LIMIT }],
  ['an old page', { limit: LIMIT, upTo: BigInt(ROWS - Number(DEEP)) }],
  ['a page before the first', { limit: LIMIT, upTo: 0n }],
  ...PET_STATUSES.flatMap((status): [string, NewestPetsQuery][] => [
    [`the newest page of ${status}`, { limit: LIMIT, status }],
    [`a middle page of ${status}`, { limit: LIMIT, status, upTo: BigInt(ROWS / 2) }],
    [`an old page of ${status}`, { limit: LIMIT, status, upTo: BigInt(ROWS - Number(DEEP)) }],
  ]),
];

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
  ['changing the status of no animal', ({ pets }) => pets.changeStatus(2n ** 60n, 'available', 'sold')],
  ['purging idempotency keys', ({ pets }) => pets.purgeIdempotencyKeys(LONG_AGO)],
  ['finding an account', ({ accounts }) => accounts.find(7n)],
  ['finding an account by email', ({ accounts }) => accounts.findByEmail('nobody@example.com')],
  ['finding a password hash', ({ accounts }) => accounts.findPasswordHash(7n)],
  ['setting the password of no account', ({ accounts }) => accounts.setPasswordHash(2n ** 60n, 'hash')],
  ['removing no account', ({ accounts }) => accounts.remove(2n ** 60n)],
  ['finding a key by hash', ({ apiKeys }) => apiKeys.findByHash(UNKNOWN)],
  ['finding a key by prefix', ({ apiKeys }) => apiKeys.findByPrefix('as_ffffffff')],
  ['listing the keys of an account', ({ apiKeys }) => apiKeys.listOf(7n)],
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
  ['counting an attempt', ({ throttle }) => throttle.count('jane', { attempts: 1, periodMs: 60_000 })],
  ['taking back an attempt', ({ throttle }) => throttle.refund('jane', { attempts: 1, periodMs: 60_000 })],
  ['purging attempts', ({ throttle }) => throttle.purgeExpired()],
];

/** Calls that insert a row. */
const INSERTS = ['pets.add', 'accounts.add', 'apiKeys.add', 'sessions.add'];

/** Calls that read more as a table grows, which their ports state. */
const UNBOUNDED = ['accounts.list', 'apiKeys.list'];

/** A repository that notes which of its methods are called. */
function noting<Repository extends object>(repository: Repository, name: string, called: Set<string>): Repository {
  return new Proxy(repository, {
    get(target, method, receiver) {
      called.add(`${name}.${String(method)}`);
      return Reflect.get(target, method, receiver);
    },
  });
}

describeEach(SQL_STORAGES, 'a call', (kind) => {
  let target: SqlTarget;
  let database: Database;
  let storage: Storage;
  const called = new Set<string>();
  beforeAll(async () => {
    target = await kind.newTarget();
    database = target.sql.newDatabase({}, 1); // one connection, where the engine counts what calls read
    storage = plainStorage(database);
    const { pets, accounts, apiKeys, sessions } = storage;
    for (const [name, repository] of Object.entries({ pets, accounts, apiKeys, sessions })) {
      Object.assign(storage, { [name]: noting(repository, name, called) });
    }
    await storage.connect();
    await storage.schema.migrate();
    for (const [table, rowOf] of Object.entries({ ...TABLES, ...(kind.isShared && { tries }) })) {
      await target.sql.fill(
        table,
        Array.from({ length: ROWS }, (_, n) => rowOf(n)),
      );
    }
  });
  afterAll(async () => {
    await storage.close();
    await target.drop();
  });

  async function reads(call: (storage: Storage) => Promise<unknown>): Promise<number> {
    await call(storage); // includes what TypeORM looks up before its first statement
    return target.sql.readsOf(database, () => call(storage));
  }

  // An engine that counts pages may read one of the index and one of the table for each row.
  it.each(PAGES)('for %s reads no more than it returns', async (_, query) => {
    expect(await reads(({ pets }) => pets.list(query))).toBeLessThanOrEqual(2 * LIMIT);
  });

  it.each(NEWEST_PAGES)('for %s, newest first, reads no more than it returns', async (_, query) => {
    expect(await reads(({ pets }) => pets.listNewest(query))).toBeLessThanOrEqual(2 * LIMIT);
  });

  it.each(CALLS)('for %s reads few rows or pages', async (_, call) => {
    expect(await reads(call)).toBeLessThanOrEqual(4 * OF_ACCOUNT);
  });

  it('is measured for every method of the repositories', () => {
    expect(REPOSITORY_CALLS.length).toBeGreaterThan(25);
    const left = REPOSITORY_CALLS.filter((call) => ![...called, ...INSERTS, ...UNBOUNDED].includes(call));
    expect(left).toEqual([]);
  });
});

describeEach(
  SQL_STORAGES.filter(({ isShared }) => isShared),
  'an attempt that was refused',
  (kind) => {
    it('sends nothing to the server until the refusal expires', async () => {
      const target = await kind.newTarget();
      const database = target.sql.newDatabase();
      const storage = plainStorage(database);
      await storage.connect();
      await storage.schema.migrate();
      const attempt = () => storage.throttle.count('refused', { attempts: 1, periodMs: 60_000 });
      expect(await attempt()).toBe(0);
      expect(await attempt()).toBeGreaterThan(0);
      await storage.close();
      for (let each = 0; each < 10; each++) expect(await attempt()).toBeGreaterThan(0);
      await target.drop();
    });
  },
);
