import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDB } from 'mysql-memory-server';
import mysql from 'mysql2/promise';

declare global {
  var testMysql: ReturnType<typeof createDB> | undefined;
}

// What a test server can do without: its data is thrown away with it.
const FAST = [
  'SET GLOBAL general_log = OFF;',
  'ALTER INSTANCE DISABLE INNODB REDO_LOG;',
  'SET GLOBAL innodb_file_per_table = OFF;',
  'SET GLOBAL sync_binlog = 0;',
  'SET GLOBAL max_connections = 500;',
].join('\n');

/** Builds the program, and starts the one MySQL of the run at the same time. */
export default async function globalSetup(): Promise<void> {
  await Promise.all([isDistStale() && build(), startMysql()]);
}

async function build(): Promise<void> {
  const npm = spawn('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  await once(npm, 'close');
  if (npm.exitCode !== 0) throw new Error('the build failed');
}

/** Where no MySQL can be had, tells the test files why. */
async function startMysql(): Promise<void> {
  const port = randomInt(20_000, 32_000);
  const settled = new AbortController();
  const started = createDB({ port, xEnabled: 'OFF', downloadRetries: 1, initSQLString: FAST });
  try {
    // createDB looks only every five seconds whether the server is ready.
    await Promise.race([started.finally(() => settled.abort()), answerOf(port, settled.signal)]);
    globalThis.testMysql = started;
    process.env.TEST_MYSQL_PORT = String(port);
    process.env.TEST_MYSQLD = await programOf(port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.env.TEST_MYSQL_MISSING = `no MySQL server could be had: ${reason.split('\n')[0]}`;
  }
}

/** Resolves when a server answers, or what to wait for is settled. */
async function answerOf(port: number, settled: AbortSignal): Promise<void> {
  while (!settled.aborted) {
    const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined);
    await root?.end();
    if (root !== undefined) return;
    await sleep(50);
  }
}

/** Whether what was built had another text than src has. Tests that start processes run the code under test. */
function isDistStale(): boolean {
  const files = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.some(({ parentPath, name }) => {
    const source = join(parentPath, name);
    return readFileSync(source, 'utf8') !== sourceOf(source.replace(/^src/, 'dist'));
  });
}

/** The text that was built, which is in the source map of a module; `undefined` where nothing was built. */
function sourceOf(built: string): string | undefined {
  const isModule = built.endsWith('.ts');
  const file = isModule ? built.replace(/ts$/, 'js.map') : built;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return isModule ? (JSON.parse(text) as { sourcesContent?: string[] }).sourcesContent?.join() : text;
}

/** The program of the server, for tests that run one of their own: what the PATH has, or what was fetched in its place. */
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
