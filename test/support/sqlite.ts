import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { SqliteOptions } from '../../src/adapters/outbound/typeorm/sqlite/dialect.js';

/** A place for an SQLite file that is not there yet, in a folder of its own. */
export interface SqliteFile {
  readonly options: { readonly kind: 'sqlite' } & SqliteOptions;
  /** The same as a DATABASE_URL. */
  readonly url: string;
  /** Removes the file and its folder. */
  drop(): void;
}

export function newSqliteFile(): SqliteFile {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const path = join(folder, 'store.sqlite');
  return {
    options: { kind: 'sqlite', path },
    url: `sqlite:${path}`,
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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
