import type { StorageKind } from '../../storage.js';
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
        async open(options) {
          const [{ openSql }, { mysqlDialect }] = await Promise.all([import('../storage.js'), import('./dialect.js')]);
          return openSql(mysqlDialect({ ...address, poolSize: options?.poolSize ?? 10 }), options);
        },
      }
    );
  },
};
