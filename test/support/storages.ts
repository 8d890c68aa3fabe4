import { afterAll, afterEach, beforeEach } from '@jest/globals';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl, STORAGES } from '../../src/adapters/outbound/storages.js';
import type { Database } from '../../src/adapters/outbound/typeorm/database.js';
import { TypeormSchema } from '../../src/adapters/outbound/typeorm/schema.js';
import { mariadb } from './mariadb.js';
import { memory } from './memory.js';
import { mysql } from './mysql.js';
import { describeUnless } from './requirements.js';
import { sqlite } from './sqlite.js';
import type { DatabaseSettings, SqlAccess, SqlTarget, TestStorageKind, TestTarget } from './test-storage.js';

/** They have every ability of a storage, `transfer` too. */
export const SQL_STORAGES: readonly TestStorageKind<SqlTarget>[] = [sqlite, mysql, mariadb];

/** Every storage there is; MariaDB is one more server for that of MySQL. */
export const TEST_STORAGES: readonly TestStorageKind[] = [memory, ...SQL_STORAGES];

/** Of every kind that is on a server the DATABASE_URL of one where no server is. */
export const AWAY_URLS = STORAGES.filter(({ urlForm }) => urlForm.includes('@')).map(({ urlForm }) =>
  urlForm.replace('user:password@host:port', 'keeper:hunter2@127.0.0.1:1'),
);

/** Those whose stores other processes can reach. */
export const SHARED_STORAGES = TEST_STORAGES.filter(({ scope }) => scope !== 'process');

/** Those that several replicas serve. */
export const REPLICATED_STORAGES = TEST_STORAGES.filter(({ scope }) => scope === 'network');

/** Those that have an ability. */
export function having<Ability extends keyof TestStorageKind>(ability: Ability) {
  type Able = TestStorageKind<SqlTarget> & Required<Pick<TestStorageKind, Ability>>;
  return SQL_STORAGES.filter((kind): kind is Able => kind[ability] !== undefined);
}

/** One suite on the first of these storages that this run can have, for what is the same on each, and slow. */
export function describeFirst<Kind extends TestStorageKind>(
  kinds: readonly Kind[],
  name: string,
  tests: (kind: Kind) => void,
): void {
  const first = kinds.find(({ missing }) => missing === undefined) ?? kinds[0];
  describeEach(first === undefined ? [] : [first], name, tests);
}

/** One suite for each storage; one that this run cannot have is skipped, with the reason. */
export function describeEach<Kind extends TestStorageKind>(
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

/** What ends the things that a test uses, after its own hooks: those of a file come after those of its suites. */
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** One instance of the program, connected. */
export interface TestStorage extends Storage {
  readonly target: TestTarget;
  /** The same store in another instance of the program; in this one where no other can reach it. */
  another(): Promise<TestStorage>;
}

export interface OpenOptions {
  /** True by default. */
  readonly migrate?: boolean;
  /** The id of the first animal and of the first account, in a new store. */
  readonly nextId?: bigint;
  readonly timeoutMs?: number;
}

/** Connects to a store for this test. */
export async function open(target: TestTarget, { migrate = true, nextId, timeoutMs = 10_000 }: OpenOptions = {}) {
  const place = parseStorageUrl(target.url);
  const storage = await place.open({ poolSize: 5, timeoutMs });
  ends.push(() => storage.close());
  await storage.connect();
  if (migrate) await storage.schema.migrate();
  for (const table of nextId === undefined ? [] : ['pets', 'accounts'])
    await target.sql?.setNextId(table, nextId ?? 1n);
  const opened: TestStorage = {
    ...storage,
    ...(nextId !== undefined && target.repositories?.(nextId)),
    target,
    another: async () => (place.scope === 'process' ? opened : open(target, { migrate })),
  };
  return opened;
}

/** Migrated stores without a row, for the next tests on this storage: to migrate one takes longer than most tests. */
const spare: TestTarget[] = [];

/** Opens a store without a row for this test, in a suite of `describeEach`. */
export async function openNew(kind: TestStorageKind, options: OpenOptions = {}): Promise<TestStorage> {
  const { migrate = true } = options;
  const target = (migrate ? spare.pop() : undefined) ?? (await kind.newTarget());
  ends.push(async () => {
    const isEmpty = migrate && target.sql !== undefined && (await emptied(target.sql));
    if (isEmpty) spare.push(target);
    else await target.drop();
  });
  return open(target, options);
}

/** False where a test let the store refuse it. */
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

/** A new store for each test, dropped after it. */
export function targets<Target extends TestTarget>(kind: TestStorageKind<Target>): () => Target {
  let target: Target;
  beforeEach(async () => {
    target = await kind.newTarget();
    ends.push(() => target.drop());
  });
  return () => target;
}

/** An empty database, fresh for every test. */
export interface Bench<Target = SqlTarget> {
  target(): Target;
  /** A connected instance, closed after the test. */
  connect(settings?: DatabaseSettings, poolSize?: number): Promise<Database>;
  /** The same, with every table. */
  migrated(settings?: DatabaseSettings, poolSize?: number): Promise<Database>;
}

/** One suite for each SQL engine. */
export function describeEachDatabase(name: string, tests: (bench: Bench) => void): void {
  describeEach(SQL_STORAGES, name, (kind) => tests(benchOn(kind)));
}

export function benchOn<Target extends SqlTarget>(kind: TestStorageKind<Target>): Bench<Target> {
  const target = targets(kind);
  const connect = async (settings?: DatabaseSettings, poolSize?: number): Promise<Database> => {
    const database = target().sql.newDatabase(settings, poolSize);
    ends.push(() => database.close());
    await database.connect();
    return database;
  };
  const migrated = async (settings?: DatabaseSettings, poolSize?: number): Promise<Database> => {
    const database = await connect(settings, poolSize);
    await new TypeormSchema(database).migrate();
    return database;
  };
  return { target, connect, migrated };
}
