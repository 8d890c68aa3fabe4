import type { StorageKind, StorageOptions } from '../../storage.js';
import { parseMysqlUrl, type MysqlAddress } from './url.js';

const NAME = 'MySQL';

const DEFAULT_POOL_SIZE = 10;

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage: StorageKind = {
  name: NAME,
  urlForm: 'mysql://user:password@host:port/database',
  parse(url) {
    const address = parseMysqlUrl(url);
    return address && { name: NAME, reach: 'network', open: (options) => open(address, options) };
  },
};

async function open(address: MysqlAddress, options: StorageOptions = {}) {
  const [{ Database }, { typeormStorage }, { MysqlThrottle }] = await Promise.all([
    import('../database.js'),
    import('../storage.js'),
    import('./throttle.js'),
  ]);
  const { poolSize = DEFAULT_POOL_SIZE, timeoutMs, onWait } = options;
  const terms = { patience: timeoutMs, waited: onWait };
  const database = new Database({ kind: 'mysql', ...address, poolSize }, undefined, terms);
  return typeormStorage(database, new MysqlThrottle(database));
}
