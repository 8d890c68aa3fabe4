import { serverStorage } from '../sql-storage.js';
import { mysqlUrls } from './urls.js';

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage = serverStorage({
  name: 'MySQL',
  urls: mysqlUrls,
  backupTool: 'mysqldump --single-transaction',
  dialect: async (options) => (await import('./dialect.js')).mysqlDialect(options),
});
