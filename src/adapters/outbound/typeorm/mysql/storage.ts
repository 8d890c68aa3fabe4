import { onServer, sqlStorage } from '../sql-storage.js';

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage = sqlStorage({
  ...onServer('mysql', 3306),
  name: 'MySQL',
  backupTool: 'mysqldump --single-transaction',
  dialect: async (address, { poolSize }) => (await import('./dialect.js')).mysqlDialect({ ...address, poolSize }),
});
