import type { StorageKind } from '../../storage.js';
import { openSql } from '../sql-storage.js';
import { parseMysqlUrl } from './url.js';

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage: StorageKind = {
  name: 'MySQL',
  schemes: ['mysql'],
  urlForm: 'mysql://user:password@host:port/database',
  parse(url) {
    const address = parseMysqlUrl(url);
    return (
      address && {
        name: 'MySQL',
        location: `${address.host}:${address.port}/${address.database}`,
        isShared: true,
        isDurable: true,
        backupTool: 'mysqldump --single-transaction',
        open: (options) =>
          openSql(async (poolSize) => (await import('./dialect.js')).mysqlDialect({ ...address, poolSize }), options),
      }
    );
  },
};
