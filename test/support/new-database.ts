import { Database, type DatabaseOptions as Settings } from '../../src/adapters/outbound/typeorm/database.js';
import { mysqlDialect } from '../../src/adapters/outbound/typeorm/mysql/dialect.js';
import type { ServerOptions } from '../../src/adapters/outbound/typeorm/server-url.js';
import { sqliteDialect, type SqliteOptions } from '../../src/adapters/outbound/typeorm/sqlite/dialect.js';

/** Where the database of a test is. */
export type DatabaseOptions =
  ({ readonly kind: 'sqlite' } & SqliteOptions) | ({ readonly kind: 'mysql' } & ServerOptions);

/** A database that is not connected yet. */
export function newDatabase(options: DatabaseOptions, settings?: Settings): Database {
  return new Database(options.kind === 'mysql' ? mysqlDialect(options) : sqliteDialect(options), settings);
}
