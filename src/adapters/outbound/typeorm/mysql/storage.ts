import { serverStorage } from '../sql-storage.js';

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage = serverStorage({
  name: 'MySQL',
  scheme: 'mysql',
  defaultPort: 3306,
  backupTool: 'mysqldump --single-transaction',
  dialect: async (options) => (await import('./dialect.js')).mysqlDialect(options),
});
