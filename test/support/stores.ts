import BetterSqlite3 from 'better-sqlite3';
import type { RowDataPacket } from 'mysql2';
import { MemoryAccountRepository } from '../../src/adapters/outbound/memory/account-repository.js';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { testConfig } from './config.js';
import { mariadbMissing, newMariadbDatabase } from './mariadb.js';
import { mysqlMissing, newMysqlDatabase, type MysqlDatabase } from './mysql.js';
import { describeUnless } from './requirements.js';
import type { DatabaseOptions } from './new-database.js';
import { newSqliteFile } from './sqlite.js';
import { targetOf } from './targets.js';

/** One adapter of every port that stores something. */
export interface OpenStore extends Pick<
  Storage,
  'pets' | 'accounts' | 'apiKeys' | 'sessions' | 'throttle' | 'schema' | 'close'
> {
  /** How many counts the throttle keeps; `undefined` where they are in the memory of the process. */
  readonly countsKept?: () => Promise<number>;
  /** The same store as another instance of the program sees it; `undefined` where no other can. */
  readonly another: (() => Promise<OpenStore>) | undefined;
}

/** A new store that processes can open. Nothing has it open yet. */
export interface StorePlace {
  /** The DATABASE_URL of it. */
  readonly url: string;
  /** One instance, migrated. */
  open(): Promise<OpenStore>;
  drop(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  /** Who can use the same store: this process, or processes of one machine or of many. */
  readonly scope: 'process' | 'machine' | 'network';
  /** Why it cannot be had in this run. */
  readonly missing: string | undefined;
  /** An empty store, migrated. @param nextId the id of the first animal and of the first account. */
  open(nextId?: bigint): Promise<OpenStore>;
  /** A new store before any migration; so is what `another` opens. */
  openEmpty(): Promise<OpenStore>;
  /** Absent where no other process can reach the store. */
  readonly newPlace?: () => Promise<StorePlace>;
}

const memory: StoreKind = {
  name: 'memory',
  scope: 'process',
  missing: undefined,
  openEmpty: () => memory.open(),
  async open(nextId) {
    const { storage } = await compose(testConfig());
    const [pets, accounts] = [new MemoryPetRepository(nextId), new MemoryAccountRepository(nextId)];
    return { ...storage, pets, accounts, another: undefined };
  },
};

const sqlite: StoreKind = {
  name: 'SQLite',
  scope: 'machine',
  missing: undefined,
  async openEmpty() {
    const file = newSqliteFile();
    return openDatabase(file.options, async () => file.drop(), false);
  },
  async newPlace() {
    const file = newSqliteFile();
    const { options } = file;
    return { url: `sqlite:${options.path}`, open: () => openDatabase(options), drop: async () => file.drop() };
  },
  async open(nextId = 1n) {
    const file = newSqliteFile();
    const opened = await openDatabase(file.options, async () => file.drop());
    const handle = new BetterSqlite3(file.options.path);
    for (const table of ['pets', 'accounts']) {
      handle.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, nextId - 1n);
    }
    handle.close();
    return opened;
  },
};

function mysqlKind(
  name: string,
  missing: string | undefined,
  newServerDatabase: () => Promise<MysqlDatabase>,
): StoreKind {
  return {
    name,
    scope: 'network',
    missing,
    async openEmpty() {
      const database = await newServerDatabase();
      return openDatabase(database.options, () => database.drop(), false);
    },
    async newPlace() {
      const database = await newServerDatabase();
      return { url: database.url, open: () => openDatabase(database.options), drop: () => database.drop() };
    },
    async open(nextId = 1n) {
      const database = await newServerDatabase();
      const opened = await openDatabase(database.options, () => database.drop());
      for (const table of nextId > 1n ? ['pets', 'accounts'] : []) {
        await database.root.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${nextId}`);
      }
      const countsKept = async (): Promise<number> =>
        (await database.root.query<RowDataPacket[]>('SELECT * FROM tries'))[0].length;
      return { ...opened, countsKept };
    },
  };
}

/** Every storage adapter there is; MariaDB is one more server for that of MySQL. */
export const STORES: readonly StoreKind[] = [
  memory,
  sqlite,
  mysqlKind('MySQL', mysqlMissing, newMysqlDatabase),
  mysqlKind('MariaDB', mariadbMissing, newMariadbDatabase),
];

/** One suite a storage adapter; what this run cannot have is skipped, with the reason. */
export function describeEachStore(name: string, tests: (kind: StoreKind) => void): void {
  for (const kind of STORES) describeUnless(kind.missing, `${name} on ${kind.name}`, () => tests(kind));
}

/** @param drop called once the database is closed. */
export async function openDatabase(
  options: DatabaseOptions,
  drop = async (): Promise<void> => {},
  migrate = true,
): Promise<OpenStore> {
  const poolSize = options.kind === 'mysql' ? { poolSize: options.poolSize } : {};
  const { storage, close } = await compose(testConfig({ storage: targetOf(options), ...poolSize }));
  await storage.connect();
  if (migrate) await storage.schema.migrate();
  return {
    ...storage,
    another: () => openDatabase(options, undefined, migrate),
    async close() {
      await close();
      await drop();
    },
  };
}
