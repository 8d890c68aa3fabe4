import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDB } from 'mysql-memory-server';
import mysql from 'mysql2/promise';

declare global {
  var testMysql: ReturnType<typeof createDB> | undefined;
}

/** The folder of the certificates that tls.ts lists. Jest loads this file as Node.js does, which finds no `./tls.js`. */
const TLS = join(import.meta.dirname, 'tls');

// The server has the certificate of tests, and does without what it needs to keep data, which is deleted with it.
const SETUP = [
  'SET GLOBAL general_log = OFF;',
  'ALTER INSTANCE DISABLE INNODB REDO_LOG;',
  'SET GLOBAL innodb_file_per_table = OFF;',
  'SET GLOBAL sync_binlog = 0;',
  'SET GLOBAL max_connections = 500;',
  `SET GLOBAL ssl_ca = '${TLS}/authority.pem';`,
  `SET GLOBAL ssl_cert = '${TLS}/server.pem';`,
  `SET GLOBAL ssl_key = '${TLS}/server.key';`,
  'ALTER INSTANCE RELOAD TLS;',
].join('\n');

/** Builds the program, and starts the one MySQL of the run at the same time. */
export default async function globalSetup(): Promise<void> {
  await Promise.all([build(), startMysql()]);
}

async function build(): Promise<void> {
  const npm = spawn('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  await once(npm, 'close');
  if (npm.exitCode !== 0) throw new Error('the build failed');
}

/** If there is no MySQL and none can be downloaded, the test files get the reason, which the last lines give. */
async function startMysql(): Promise<void> {
  if (!runs('mysqld'))
    process.stdout.write('There is no mysqld on the PATH. The tests download MySQL, unless an earlier run did.\n');
  const port = randomInt(20_000, 32_000);
  const settled = new AbortController();
  const { TMPDIR } = process.env;
  // The package makes a folder of one name there, in which another user may not write.
  process.env.TMPDIR = join(tmpdir(), `animal-store-tests-${userInfo().username}`);
  const started = createDB({ port, xEnabled: 'OFF', downloadRetries: 1, initSQLString: SETUP });
  try {
    // createDB checks only every five seconds whether the server is ready.
    await Promise.race([started.finally(() => settled.abort()), answerOf(port, settled.signal)]);
    globalThis.testMysql = started;
    process.env.TEST_MYSQL_PORT = String(port);
    process.env.TEST_MYSQLD = await programOf(port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.env.TEST_MYSQL_MISSING = `none could be downloaded: ${reason.split('\n')[0]}`;
    process.stdout.write('The tests on MySQL are skipped. The last lines say why.\n');
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Resolves when a server answers, or when the signal aborts the wait. */
async function answerOf(port: number, settled: AbortSignal): Promise<void> {
  while (!settled.aborted) {
    const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined);
    await root?.end();
    if (root !== undefined) return;
    await sleep(50);
  }
}

/**
 * Returns the program of the server, for tests that run a server of their own. It is the one on the PATH or the one
 * that was downloaded instead.
 */
async function programOf(port: number): Promise<string> {
  if (runs('mysqld')) return 'mysqld';
  const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  const [rows] = await root.query<mysql.RowDataPacket[]>('SELECT @@basedir AS folder');
  await root.end();
  return join(String(rows[0]?.folder), 'bin', 'mysqld');
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--no-defaults', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
