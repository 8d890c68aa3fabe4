import type { Storage, StorageOptions } from '../storage.js';
import type { Dialect } from './dialect.js';

/** Opens a storage on an SQL engine. Neither TypeORM nor a driver is loaded before. @param load loads the engine with its driver; `poolSize` is at least 1 */
export async function openSql(
  load: (poolSize: number) => Promise<Dialect>,
  { poolSize = 10, timeoutMs, onWait }: StorageOptions = {},
): Promise<Storage> {
  const [dialect, { Database }, { sqlStorage }] = await Promise.all([
    load(poolSize),
    import('./database.js'),
    import('./storage.js'),
  ]);
  return sqlStorage(new Database(dialect, { timeoutMs, onWait }));
}
