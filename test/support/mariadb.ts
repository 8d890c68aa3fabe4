import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import mysql from 'mysql2/promise';
import { parseVersion } from '../../src/adapters/outbound/typeorm/mysql/version.js';
import { mysqlKind, newMysqlDatabase, type MysqlDatabase } from './mysql.js';
import { freePort } from './process.js';

const START_TIMEOUT_MS = 60_000;

export interface Mariadb {
  readonly port: number;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Why there is no MariaDB in this run; `undefined` where there is one. */
export const mariadbMissing = missing();

let server: Promise<Mariadb> | undefined;
afterAll(async () => {
  await (await server)?.stop();
});

/** An empty database of its own on the MariaDB server of the test file, which starts with the first. */
export async function newMariadbDatabase(): Promise<MysqlDatabase> {
  server ??= startMariadb();
  return newMysqlDatabase((await server).port);
}

export const mariadb = mysqlKind('MariaDB', mariadbMissing, newMariadbDatabase);

function missing(): string | undefined {
  const { stdout, error } = spawnSync('mariadbd', ['--no-defaults', '--version'], { encoding: 'utf8' });
  if (error) return 'no mariadbd on the PATH';
  const [, version = 'broken'] = /Ver (\S+)/.exec(stdout) ?? [];
  return parseVersion(version).isSupported ? undefined : `the mariadbd on the PATH is ${version}`;
}

/** A server of its own. @param options beside those that every test server has */
export async function startMariadb(...options: string[]): Promise<Mariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-mariadb-'));
  const port = await freePort();
  const process = spawnMariadb(folder, port, options);
  const ended = once(process, 'exit');
  const stop = async () => {
    process.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(process, port, join(folder, 'log'));
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Without grant tables a server needs no installation: an empty folder will do. */
function spawnMariadb(folder: string, port: number, options: string[]): ChildProcess {
  const data = join(folder, 'data');
  mkdirSync(data);
  return spawn(
    'mariadbd',
    [
      '--no-defaults',
      '--skip-grant-tables',
      '--user=root',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--tmpdir=${folder}`, // a server that starts removes the temporary tables of others in the same folder
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--log-error=${join(folder, 'log')}`,
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=16M',
      '--innodb-flush-log-at-trx-commit=2',
      '--max-connections=500',
      ...options,
    ],
    { stdio: 'ignore' },
  );
}

async function untilItAnswers(server: ChildProcess, port: number, log: string): Promise<void> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; ;) {
    try {
      await (await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })).end();
      return;
    } catch (error) {
      if (server.exitCode !== null) {
        throw new Error(`mariadbd ended: ${readFileSync(log, 'utf8').slice(-500)}`, { cause: error });
      }
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
