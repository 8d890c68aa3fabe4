import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqliteOptions } from '../../src/adapters/outbound/typeorm/sqlite.js';

/** A place for an SQLite file that is not there yet, in a folder of its own. */
export interface SqliteFile {
  readonly options: SqliteOptions;
  /** Removes the file and its folder. */
  drop(): void;
}

export function newSqliteFile(): SqliteFile {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  return {
    options: { kind: 'sqlite', path: join(folder, 'store.sqlite') },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
