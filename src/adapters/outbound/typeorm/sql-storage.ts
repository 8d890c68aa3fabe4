import type { OnBackupProgress, StorageKind, StorageOptions, StorageTarget } from '../storage.js';
import type { Dialect } from './dialect.js';
import { parseServerUrl, type ServerAddress } from './server-url.js';

const DEFAULT_POOL_SIZE = 10;

/** An engine, as far as it is known without its driver. `Place` is what its URL names. */
interface SqlEngine<Place> extends Pick<StorageKind, 'name' | 'urlForm'>, Pick<StorageTarget, 'scope' | 'backupTool'> {
  /** As `StorageKind.parse`. */
  parse(url: string): Place | undefined;
  /** As `StorageTarget.location`. */
  locationOf(place: Place): string;
  /** Loads the rest of the engine. @param options `poolSize` is at least 1 */
  dialect(place: Place, options: Pick<StorageOptions, 'create'> & { readonly poolSize: number }): Promise<Dialect>;
  /** As `StorageTarget.backup`. */
  readonly backup?: (place: Place, file: string, onProgress: OnBackupProgress) => Promise<void>;
}

/** A storage on an SQL engine. Loads neither TypeORM nor a driver until it is opened. */
export function sqlStorage<Place>(engine: SqlEngine<Place>): StorageKind {
  const { name, urlForm, scope, backup, backupTool } = engine;
  return {
    name,
    urlForm,
    parse(url) {
      const place = engine.parse(url);
      if (place === undefined) return undefined;
      return {
        name,
        location: engine.locationOf(place),
        scope,
        open: (options) => open(engine, place, options),
        ...(backupTool !== undefined && { backupTool }),
        ...(backup && { backup: (file, onProgress) => backup(place, file, onProgress) }),
      };
    },
  };
}

async function open<Place>(engine: SqlEngine<Place>, place: Place, options: StorageOptions = {}) {
  const { poolSize = DEFAULT_POOL_SIZE, create, timeoutMs, onWait } = options;
  const [dialect, { Database }, { typeormStorage }] = await Promise.all([
    engine.dialect(place, { poolSize, create }),
    import('./database.js'),
    import('./storage.js'),
  ]);
  return typeormStorage(new Database(dialect, { timeoutMs, onWait }));
}

/** The part of an engine that is a server on the network. @param scheme as in the URL */
export function onServer(scheme: string, defaultPort: number) {
  return {
    urlForm: `${scheme}://user:password@host:port/database`,
    scope: 'network' as const,
    parse: (url: string) => parseServerUrl(url, scheme, defaultPort),
    locationOf: ({ host, port, database }: ServerAddress) => `${host}:${port}/${database}`,
  };
}
