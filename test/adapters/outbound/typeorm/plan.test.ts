import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import type { Storage } from '../../../../src/adapters/outbound/storage.js';
import { PET_STATUSES, type PetStatus } from '../../../../src/domain/pet.js';
import { CAT, use } from '../../../support/examples.js';
import { describeEach, openNew, plainStorage, SQL_STORAGES } from '../../../support/storages.js';
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

type Ports = Omit<Storage, 'schema' | 'connect' | 'close' | 'transfer' | 'connections' | 'diagnose'>;

/** Methods that insert a row, those whose ports say that they read a whole table, and the lists of animals. */
interface Left {
  readonly pets: 'add' | 'list' | 'listNewest';
  readonly accounts: 'add' | 'list';
  readonly apiKeys: 'add' | 'list';
  readonly sessions: 'add';
  readonly throttle: never;
}

type Call<Port> = (port: Port) => Promise<unknown>;

const NO_ID = 2n ** 60n;
const NO_KEY = 'as_ffffffff';
const LATE_POSITION = { createdAt: new Date(LATER), prefix: NO_KEY };
const LIMIT_OF_ATTEMPTS = { attempts: 1, periodMs: 60_000 };

/**
 * Calls of every other method. They change nothing, so that each can be repeated. What they look for is not there where
 * one row would do: a scan would end at the first.
 */
const CALLS: { [Name in keyof Ports]: Record<Exclude<keyof Ports[Name], Left[Name]>, Call<Ports[Name]>[]> } = {
  pets: {
    find: [(pets) => pets.find(7n), (pets) => Promise.all([3n, 7n, NO_ID].map((id) => pets.find(id)))],
    addOnce: [(pets) => pets.addOnce(CAT, use('key 1'))],
    changeStatus: [(pets) => pets.changeStatus(NO_ID, 'available', 'sold')],
    purgeIdempotencyKeys: [(pets) => pets.purgeIdempotencyKeys(LONG_AGO)],
  },
  accounts: {
    find: [(accounts) => accounts.find(7n)],
    findByEmail: [(accounts) => accounts.findByEmail('unknown@example.com')],
    findPasswordHash: [(accounts) => accounts.findPasswordHash(7n)],
    setPasswordHash: [(accounts) => accounts.setPasswordHash(NO_ID, 'hash')],
    remove: [(accounts) => accounts.remove(NO_ID)],
  },
  apiKeys: {
    findByHash: [(keys) => keys.findByHash(UNKNOWN)],
    findByPrefix: [(keys) => keys.findByPrefix(NO_KEY)],
    listOf: [(keys) => keys.listOf(7n)],
    page: [
      (keys) => keys.page(7n, 3),
      (keys) => keys.page(7n, 3, { createdAt: new Date(75), prefix: 'as_00000075' }),
      (keys) => keys.page(REVOKER, 3),
      (keys) => keys.page(REVOKER, 3, LATE_POSITION),
      (keys) => keys.page(REVOKER, 3, undefined, new Date()),
      (keys) => keys.page(REVOKER, 3, LATE_POSITION, new Date()),
    ],
    countActive: [(keys) => keys.countActive(7n, new Date()), (keys) => keys.countActive(REVOKER, new Date())],
    revoke: [(keys) => keys.revoke(NO_KEY, LONG_AGO)],
    expire: [(keys) => keys.expire(NO_KEY, LONG_AGO)],
    revokeOf: [(keys) => keys.revokeOf(NO_ID, LONG_AGO)],
    recordUse: [(keys) => keys.recordUse(NO_KEY, LONG_AGO)],
    purge: [(keys) => keys.purge(LONG_AGO)],
  },
  sessions: {
    find: [(sessions) => sessions.find(UNKNOWN)],
    recordUse: [(sessions) => sessions.recordUse(UNKNOWN, LONG_AGO)],
    list: [(sessions) => sessions.list(7n, 5)],
    remove: [(sessions) => sessions.remove(UNKNOWN)],
    removeOf: [(sessions) => sessions.removeOf(NO_ID)],
    purge: [(sessions) => sessions.purge(LONG_AGO, LONG_AGO)],
  },
  throttle: {
    count: [(throttle) => throttle.count('jane', LIMIT_OF_ATTEMPTS)],
    refund: [(throttle) => throttle.refund('jane', LIMIT_OF_ATTEMPTS)],
    purgeExpired: [(throttle) => throttle.purgeExpired()],
  },
};

/** Returns the calls of one port, each with its name. */
function callsOf<Name extends keyof Ports>(
  name: Name,
  methods: Readonly<Record<string, Call<Ports[Name]>[]>>,
): [string, Call<Ports>][] {
  return Object.entries(methods).flatMap(([method, calls]) =>
    calls.map((call, at): [string, Call<Ports>] => [`${name}.${method}, ${at}`, (ports) => call(ports[name])]),
  );
}

describeEach(SQL_STORAGES, 'a call', (kind) => {
  let target: SqlTarget;
  let database: Database;
  let storage: Storage;
  beforeAll(async () => {
    target = await kind.newTarget();
    database = target.sql.newDatabase({}, 1); // one connection, where the engine counts what calls read
    storage = plainStorage(database);
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

  async function reads(call: Call<Ports>): Promise<number> {
    await call(storage); // includes what TypeORM looks up before its first statement
    return target.sql.readsOf(database, () => call(storage));
  }

  it.each([undefined, ...PET_STATUSES])('for a page reads no more than it returns, of status %s', async (status) => {
    for (const position of [0, 50, ROWS / 2, ROWS - 50, ROWS + 1].map(BigInt)) {
      const page = { limit: LIMIT, status };
      // An engine that counts pages may read one of the index and one of the table for each row.
      expect(await reads(({ pets }) => pets.list({ ...page, after: position }))).toBeLessThanOrEqual(2 * LIMIT);
      expect(await reads(({ pets }) => pets.listNewest({ ...page, upTo: position }))).toBeLessThanOrEqual(2 * LIMIT);
    }
  });

  it.each([
    ...callsOf('pets', CALLS.pets),
    ...callsOf('accounts', CALLS.accounts),
    ...callsOf('apiKeys', CALLS.apiKeys),
    ...callsOf('sessions', CALLS.sessions),
    ...callsOf('throttle', CALLS.throttle),
  ])('of %s reads few rows or pages', async (_, call) => {
    expect(await reads(call)).toBeLessThanOrEqual(4 * OF_ACCOUNT);
  });
});

describeEach(
  SQL_STORAGES.filter(({ isShared }) => isShared),
  'an attempt that was refused',
  (kind) => {
    it('sends nothing to the server until the refusal expires', async () => {
      const storage = await openNew(kind);
      const attempt = () => storage.throttle.count('refused', LIMIT_OF_ATTEMPTS);
      expect(await attempt()).toBe(0);
      expect(await attempt()).toBeGreaterThan(0);
      await storage.close();
      for (let each = 0; each < 10; each++) expect(await attempt()).toBeGreaterThan(0);
    });
  },
);
