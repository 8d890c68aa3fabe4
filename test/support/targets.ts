import type { StorageTarget } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import type { DatabaseOptions } from './new-database.js';

/** The DATABASE_URL of a test's database, for a process. */
function urlOf(options: DatabaseOptions): string {
  if (options.kind === 'sqlite') return `sqlite:${options.path}`;
  const { user, password, host, port, database } = options;
  return `mysql://${user}:${password}@${host}:${port}/${database}`;
}

/** A test's database, for a configuration. */
export function targetOf(options: DatabaseOptions): StorageTarget {
  return parseStorageUrl(urlOf(options));
}
