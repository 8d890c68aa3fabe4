import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { newServerProcess, type ServerProcess } from './server-process.js';
import type { DatabaseServer } from './test-storage.js';

const DATABASE = 'animals';

/** A server of MySQL or MariaDB with data and a port of its own. */
export type MysqlServer = DatabaseServer & ServerProcess;

/** @param preparation the options by which the program creates its data; without them an empty folder suffices */
export async function newMysqlServer(
  command: string,
  options: readonly string[],
  preparation?: readonly string[],
): Promise<MysqlServer> {
  const dataIn = (folder: string) => ['--no-defaults', `--datadir=${join(folder, 'data')}`, '--user=root'];
  const server = await newServerProcess({
    command,
    options(folder, port) {
      const places = ['socket', 'pid-file'].map((option) => `--${option}=${join(folder, option)}`);
      // A server that starts removes the temporary tables of others in the same folder.
      return [
        ...dataIn(folder),
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--tmpdir=${folder}`,
        ...places,
        ...options,
      ];
    },
    async prepare(folder) {
      mkdirSync(join(folder, 'data'));
      if (preparation !== undefined) {
        const running = promisify(execFile)(command, [...dataIn(folder), ...preparation]);
        running.child.stdin?.end(); // MariaDB would otherwise read statements from it
        await running;
      }
    },
    async answers(port) {
      const root = await rootAt(port).catch(() => undefined);
      await root?.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
      await root?.end();
      return root !== undefined;
    },
  });
  return {
    ...server,
    url: `mysql://root@127.0.0.1:${server.port}/${DATABASE}`,
    async setReadOnly(isReadOnly) {
      const root = await rootAt(server.port);
      await root.query(`SET GLOBAL read_only = ${isReadOnly ? 'ON' : 'OFF'}`);
      await root.end();
    },
  };
}

function rootAt(port: number): Promise<mysql.Connection> {
  return mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
}
