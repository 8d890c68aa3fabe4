import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sqliteDialect } from '../../src/adapters/outbound/typeorm/sqlite/dialect.js';
import { MEMORY } from './memory-folder.js';
import { newDatabase, type SqlAccess, type SqlTarget, type TestStorageKind } from './test-storage.js';

/** Runs one statement on a file through a separate connection, and returns its rows, if any. */
export function runOnFile(path: string, statement: string): Record<string, unknown>[] {
  const file = new BetterSqlite3(path);
  try {
    const prepared = file.prepare<[], Record<string, unknown>>(statement);
    if (prepared.reader) return prepared.all();
    prepared.run();
    return [];
  } finally {
    file.close();
  }
}

/** Each target is a place for a file that is not there yet, in a folder of its own, which `drop` removes. */
export const sqlite: TestStorageKind<SqlTarget & { readonly path: string }> = {
  name: 'SQLite',
  isShared: false,
  isDurable: true,
  admitsOthers: true,
  missing: undefined,
  copies: 'SQL',
  async newTarget() {
    const folder = mkdtempSync(join(MEMORY, 'animal-store-'));
    const path = join(folder, 'store.sqlite');
    return {
      path,
      url: `sqlite:${path}`,
      sql: accessTo(path),
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

function accessTo(path: string): SqlAccess {
  return {
    newDatabase: (settings) => newDatabase(sqliteDialect({ path }), settings),
    query: async (text) => runOnFile(path, text),
    async tables() {
      const made = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
      return runOnFile(path, made).map(({ name }) => String(name));
    },
    async schema() {
      const made = `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT IN ('migrations', 'sqlite_sequence')
        ORDER BY tbl_name, type DESC, name`;
      // SQLite keeps the text that created a table, with its white space and quotes.
      return runOnFile(path, made)
        .map(({ sql }) => String(sql).replace(/[\s"]/g, ''))
        .join(';\n');
    },
    async restore(folder) {
      copyFileSync(join(folder, 'store.sqlite'), path);
    },
    async fill(table, rows) {
      const file = new BetterSqlite3(path);
      const columns = Object.keys(rows[0] ?? {});
      const insert = file.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
      file.transaction(() => rows.forEach((row) => insert.run(...Object.values(row))))();
      file.exec('ANALYZE');
      file.close();
    },
    async setNextId(table, id) {
      runOnFile(path, `DELETE FROM sqlite_sequence WHERE name = '${table}'`);
      runOnFile(path, `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${id - 1n})`);
    },
    async readsOf(database, call) {
      await database.query('PRAGMA cache_size = 0');
      const before = bytesRead();
      await call();
      return Math.floor((bytesRead() - before) / PAGE_SIZE);
    },
    async forbidDeletion(table) {
      runOnFile(path, `CREATE TRIGGER kept BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, 'kept'); END`);
    },
    async hold() {
      const file = new BetterSqlite3(path);
      file.exec('BEGIN IMMEDIATE');
      return async () => void file.close(); // closing it rolls the transaction back
    },
    async cut() {},
  };
}

const PAGE_SIZE = 4096;

/** Returns how many bytes this process has read. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
