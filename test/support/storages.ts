import { afterAll, afterEach, beforeEach } from '@jest/globals';
import { MemoryAccountRepository } from '../../src/adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../../src/adapters/outbound/memory/api-key-repository.js';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl, URL_SCHEMES } from '../../src/adapters/outbound/storage-url.js';
import type { Database } from '../../src/adapters/outbound/typeorm/execution/database.js';
import { TypeormSchema } from '../../src/adapters/outbound/typeorm/schema/schema.js';
import { IS_LONG } from './long.js';
import { mariadb } from './mariadb.js';
import { mysql } from './mysql.js';
import { describeUnless } from './requirements.js';
import { sqlite } from './sqlite.js';
import type {
  DatabaseSettings,
  ServerKind,
  SqlAccess,
  SqlTarget,
  TestStorageKind,
  TestTarget,
} from './test-storage.js';

/** Every SQL server. MariaDB, which the storage of MySQL serves as well, is left to long runs. */
export const SQL_SERVERS: readonly ServerKind[] = IS_LONG ? [mysql, mariadb] : [mysql];

/** The storages on SQL engines, whose tables tests can change. */
export const SQL_STORAGES: readonly TestStorageKind<SqlTarget>[] = [sqlite, ...SQL_SERVERS];

const memory: TestStorageKind = {
  name: 'memory',
  isShared: false,
  isDurable: false,
  admitsOthers: false,
  missing: undefined,
  newTarget: async () => ({
    url: 'memory:',
    repositories: (nextId) => {
      const accounts = new MemoryAccountRepository(nextId);
      return { pets: new MemoryPetRepository(nextId), accounts, apiKeys: new MemoryApiKeyRepository(accounts) };
    },
    drop: async () => {},
  }),
};

/** Every storage. MariaDB is one more server for the storage of MySQL. */
export const TEST_STORAGES: readonly TestStorageKind[] = [memory, ...SQL_STORAGES];

/** For each kind that is on a server, a DATABASE_URL where no server is. */
export const AWAY_URLS = URL_SCHEMES.filter(({ urlForm }) => urlForm.includes('@')).map(({ urlForm }) =>
  urlForm.replace('user:password@host:port', 'keeper:hunter2@127.0.0.1:1'),
);

/** The storages whose stores other processes can reach. */
export const SHARED_STORAGES = TEST_STORAGES.filter(({ admitsOthers }) => admitsOthers);

/** The storages whose data outlast the process. */
export const DURABLE_STORAGES = TEST_STORAGES.filter(({ isDurable }) => isDurable);

/** The storages that several replicas serve. */
export const REPLICATED_STORAGES = TEST_STORAGES.filter(({ isShared }) => isShared);

/**
 * Declares one suite on the first of these storages that is available in this run. It is for tests that are slow and
 * the same on each of them.
 */
export function describeFirst<Kind extends TestStorageKind>(
  kinds: readonly Kind[],
  name: string,
  tests: (kind: Kind) => void,
): void {
  const first = kinds.find(({ missing }) => missing === undefined) ?? kinds[0];
  describeEach(first === undefined ? [] : [first], name, tests);
}

/**
 * Declares one suite for each of these storages in a long run, and otherwise for the first one that is available. It is
 * for tests that are slow and find most faults on any of them.
 */
export function describeSlow<Kind extends TestStorageKind>(
  kinds: readonly Kind[],
  name: string,
  tests: (kind: Kind) => void,
): void {
  (IS_LONG ? describeEach : describeFirst)(kinds, name, tests);
}

/**
 * Declares one suite for each storage, or each adapter of one port. A suite is skipped if what it needs is not available
 * in this run, and the reason is given.
 */
export function describeEach<Kind extends Pick<TestStorageKind, 'name' | 'missing'>>(
  kinds: readonly Kind[],
  name: string,
  tests: (kind: Kind) => void,
): void {
  for (const kind of kinds) {
    describeUnless(kind.missing, `${name} on ${kind.name}`, () => {
      tests(kind);
      afterAll(async () => {
        for (const target of spare.splice(0)) await target.drop();
      });
    });
  }
}

/** These functions close what a test uses, after its own hooks. Those of a file come after those of its suites. */
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** One instance of the program, connected. */
export interface TestStorage extends Storage {
  readonly target: TestTarget;
  /**
   * Connects another instance of the program to the same store. It is in this process if no other one can reach the
   * store.
   */
  another(): Promise<TestStorage>;
}

export interface OpenOptions {
  /** Whether the store is migrated, which is the default. */
  readonly migrate?: boolean;
  /** The id of the first animal and of the first account, in a new store. */
  readonly nextId?: bigint;
  readonly timeoutMs?: number;
  /** Whether another instance can open the store, which is the default. */
  readonly admitsOthers?: boolean;
}

/** Connects to a store for this test. */
export async function open(target: TestTarget, options: OpenOptions = {}) {
  const { migrate = true, nextId, timeoutMs = 10_000, admitsOthers = true } = options;
  const { sql } = target;
  const storage = await parseStorageUrl(target.url).open({ poolSize: 5, timeoutMs });
  ends.push(() => storage.close());
  await storage.connect();
  if (migrate) await storage.schema.migrate();
  for (const table of nextId === undefined ? [] : ['pets', 'accounts']) await sql?.setNextId(table, nextId ?? 1n);
  const opened: TestStorage = {
    ...storage,
    ...(nextId !== undefined && target.repositories?.(nextId)),
    target,
    another: async () => (admitsOthers ? open(target, { migrate }) : opened),
  };
  return opened;
}

/**
 * Migrated stores without rows for the next tests on this storage, because migrating one takes longer than most tests.
 */
const spare: TestTarget[] = [];

/** Opens a store without rows for this test, in a suite of `describeEach`. */
export async function openNew(kind: TestStorageKind, options: OpenOptions = {}): Promise<TestStorage> {
  const { migrate = true } = options;
  const target = (migrate ? spare.pop() : undefined) ?? (await kind.newTarget());
  ends.push(async () => {
    const isEmpty = migrate && target.sql !== undefined && (await emptied(target.sql));
    if (isEmpty) spare.push(target);
    else await target.drop();
  });
  return open(target, { ...options, admitsOthers: kind.admitsOthers });
}

/** Deletes all rows. Resolves to false if a test made the store refuse that. */
async function emptied(sql: SqlAccess): Promise<boolean> {
  const tables = (await sql.tables()).filter((table) => !FILLED_BY_MIGRATIONS.includes(table));
  try {
    for (const table of tables) await sql.query(`DELETE FROM ${table}`);
    for (const table of ['pets', 'accounts']) await sql.setNextId(table, 1n);
    return true;
  } catch {
    return false;
  }
}

const FILLED_BY_MIGRATIONS = ['migrations', 'add_order'];

/** Returns a function that creates a store, which is dropped after each test. */
export function targets<Target extends TestTarget>(kind: TestStorageKind<Target>): () => Target {
  let target: Target;
  beforeEach(async () => {
    target = await kind.newTarget();
    ends.push(() => target.drop());
  });
  return () => target;
}

/** Returns an empty database, fresh for every test, and two ways to connect an instance, which is closed after the test. */
export function benchOn<Target extends SqlTarget>(kind: TestStorageKind<Target>) {
  const target = targets(kind);
  const connect = async (settings?: DatabaseSettings, poolSize?: number): Promise<Database> => {
    const database = target().sql.newDatabase(settings, poolSize);
    ends.push(() => database.close());
    await database.connect();
    return database;
  };
  /** Connects an instance to a database with every table. */
  const migrated = async (settings?: DatabaseSettings, poolSize?: number): Promise<Database> => {
    const database = await connect(settings, poolSize);
    await new TypeormSchema(database).migrate();
    return database;
  };
  return { target, connect, migrated };
}
