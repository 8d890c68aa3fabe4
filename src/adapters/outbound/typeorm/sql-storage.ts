import type { Storage, StorageKind, StorageOptions } from '../storage.js';
import type { Dialect } from './dialect.js';
import { parseServerUrl, type ServerOptions, type ServerUrls } from './server-url.js';

/** Opens a storage on an SQL engine. @param load loads the engine with its driver; `poolSize` is at least 1 */
export async function openSql(
  load: (poolSize: number) => Promise<Dialect>,
  { poolSize = 10, timeoutMs, onWait }: StorageOptions = {},
): Promise<Storage> {
  const [dialect, { Database }, { typeormStorage }] = await Promise.all([
    load(poolSize),
    import('./database.js'),
    import('./storage.js'),
  ]);
  return typeormStorage(new Database(dialect, { timeoutMs, onWait }));
}

interface SqlServer {
  readonly name: string;
  readonly urls: ServerUrls;
  readonly backupTool: string;
  readonly dialect: (options: ServerOptions) => Promise<Dialect>;
}

/** Returns a storage on an SQL server. Neither TypeORM nor a driver is loaded until it is opened. */
export function serverStorage({ name, urls, backupTool, dialect }: SqlServer): StorageKind {
  return {
    name,
    schemes: urls.schemes,
    urlForm: `${urls.schemes[0]}://user:password@host:port/database`,
    parse(url) {
      const address = parseServerUrl(url, urls);
      return (
        address && {
          name,
          location: `${address.host}:${address.port}/${address.database}`,
          isShared: true,
          isDurable: true,
          backupTool,
          open: (options) => openSql((poolSize) => dialect({ ...address, poolSize }), options),
        }
      );
    },
  };
}
