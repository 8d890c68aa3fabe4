import { createDB } from 'mysql-memory-server';

declare global {
  var testMysql: Awaited<ReturnType<typeof createDB>> | undefined;
}

// What a test server can do without: its data is thrown away with it.
const FAST = [
  'SET GLOBAL general_log = OFF;',
  'SET GLOBAL innodb_flush_log_at_trx_commit = 2;',
  'SET GLOBAL sync_binlog = 0;',
  'SET GLOBAL max_connections = 500;',
].join('\n');

/** Starts the one MySQL of the run; where none can be had, tells the test files why. */
export default async function globalSetup(): Promise<void> {
  try {
    globalThis.testMysql = await createDB({ xEnabled: 'OFF', downloadRetries: 1, initSQLString: FAST });
    process.env.TEST_MYSQL_PORT = String(globalThis.testMysql.port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.env.TEST_MYSQL_MISSING = `no MySQL server could be had: ${reason.split('\n')[0]}`;
  }
}
