import BetterSqlite3 from 'better-sqlite3';
import type { RowDataPacket } from 'mysql2';
import { MemoryAccountRepository } from '../../src/adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../../src/adapters/outbound/memory/api-key-repository.js';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import { MemorySessionRepository } from '../../src/adapters/outbound/memory/session-repository.js';
import { openMemory } from '../../src/adapters/outbound/memory/storage.js';
import { MemoryThrottle } from '../../src/adapters/outbound/support/memory-throttle.js';
import { TypeormAccountRepository } from '../../src/adapters/outbound/typeorm/account-repository.js';
import { TypeormApiKeyRepository } from '../../src/adapters/outbound/typeorm/api-key-repository.js';
import { type DatabaseOptions, newDatabase } from './new-database.js';
import { TypeormPetRepository } from '../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSessionRepository } from '../../src/adapters/outbound/typeorm/session-repository.js';
import { TypeormStore } from '../../src/adapters/outbound/typeorm/store.js';
import { MysqlThrottle } from '../../src/adapters/outbound/typeorm/mysql/throttle.js';
import type { AccountRepository } from '../../src/domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../../src/domain/ports/api-key-repository.js';
import type { PetBatches, PetRepository } from '../../src/domain/ports/pet-repository.js';
import type { SessionRepository } from '../../src/domain/ports/session-repository.js';
import type { Store } from '../../src/domain/ports/store.js';
import type { Throttle } from '../../src/domain/ports/throttle.js';
import { mariadbMissing, newMariadbDatabase } from './mariadb.js';
import { mysqlMissing, newMysqlDatabase, type MysqlDatabase } from './mysql.js';
import { describeUnless } from './requirements.js';
import { newSqliteFile } from './sqlite.js';

/** One adapter of every port that the core keeps things with. */
export interface OpenStore {
  readonly pets: PetRepository & PetBatches;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly sessions: SessionRepository;
  readonly throttle: Throttle;
  readonly store: Store;
  /** How many counts the throttle keeps; `undefined` where they are in the memory of the process. */
  readonly countsKept?: () => Promise<number>;
  /** The same store as another instance of the program sees it; `undefined` where no other can. */
  readonly another: (() => Promise<OpenStore>) | undefined;
  /** Lets go of it; the one that was opened first also throws it away. */
  close(): Promise<void>;
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
  readonly reach: 'process' | 'machine' | 'network';
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
  reach: 'process',
  missing: undefined,
  openEmpty: () => memory.open(),
  async open(nextId) {
    return {
      pets: new MemoryPetRepository(nextId),
      accounts: new MemoryAccountRepository(nextId),
      apiKeys: new MemoryApiKeyRepository(),
      sessions: new MemorySessionRepository(),
      throttle: new MemoryThrottle(),
      store: openMemory().store,
      another: undefined,
      async close() {},
    };
  },
};

const sqlite: StoreKind = {
  name: 'SQLite',
  reach: 'machine',
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
    reach: 'network',
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
  const database = newDatabase(options);
  await database.connect();
  const store = new TypeormStore(database);
  if (migrate) await store.migrate();
  return {
    pets: new TypeormPetRepository(database),
    accounts: new TypeormAccountRepository(database),
    apiKeys: new TypeormApiKeyRepository(database),
    sessions: new TypeormSessionRepository(database),
    throttle: options.kind === 'mysql' ? new MysqlThrottle(database) : new MemoryThrottle(),
    store,
    another: () => openDatabase(options, undefined, migrate),
    async close() {
      await database.close();
      await drop();
    },
  };
}
