import { afterEach, beforeEach } from '@jest/globals';
import type { Database, DatabaseOptions as DatabaseSettings } from '../../src/adapters/outbound/typeorm/database.js';
import { type DatabaseOptions, newDatabase } from './new-database.js';
import { mysqlMissing, newMysqlDatabase } from './mysql.js';
import { describeUnless } from './requirements.js';
import { newSqliteFile } from './sqlite.js';

/** What a test of the database adapter gets: an empty database, fresh for every test. */
export interface Bench {
  readonly kind: DatabaseOptions['kind'];
  options(): DatabaseOptions;
  /** A connected instance, closed after the test. */
  connect(migrations?: DatabaseSettings['migrations']): Promise<Database>;
}

/** One suite an engine, each test with an empty database of its own. */
export function describeEachDatabase(name: string, tests: (bench: Bench) => void): void {
  for (const kind of ['sqlite', 'mysql'] as const) {
    describeUnless(kind === 'mysql' ? mysqlMissing : undefined, `${name} on ${kind}`, () => {
      let fresh: { readonly options: DatabaseOptions; drop(): void | Promise<void> };
      let open: Database[] = [];
      beforeEach(async () => {
        fresh = kind === 'mysql' ? await newMysqlDatabase() : newSqliteFile();
      });
      afterEach(async () => {
        for (const database of open) await database.close();
        open = [];
        await fresh.drop();
      });
      tests({
        kind,
        options: () => fresh.options,
        async connect(migrations) {
          const database = newDatabase(fresh.options, { migrations });
          open.push(database);
          await database.connect();
          return database;
        },
      });
    });
  }
}
