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
    if (address === undefined) return undefined;
    const location = `${address.host}:${address.port}/${address.database}`;
    return {
      name: NAME,
      location,
      reach: 'network',
      open: (options) => open(address, options),
      backupTool: 'mysqldump --single-transaction',
    };
  },
};

async function open(address: MysqlAddress, options: StorageOptions = {}) {
  const [{ Database }, { typeormStorage }, { mysqlDialect }, { MysqlThrottle }] = await Promise.all([
    import('../database.js'),
    import('../storage.js'),
    import('./dialect.js'),
    import('./throttle.js'),
  ]);
  const { poolSize = DEFAULT_POOL_SIZE, timeoutMs, onWait } = options;
  const database = new Database(mysqlDialect({ ...address, poolSize }), { timeoutMs, onWait });
  return typeormStorage(database, new MysqlThrottle(database));
}
