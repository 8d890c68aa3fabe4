import { spawnSync } from 'node:child_process';
import { afterAll } from '@jest/globals';
import { parseVersion } from '../../src/adapters/outbound/typeorm/mysql/diagnosis.js';
import { mysqlKind, newMysqlDatabase } from './mysql.js';
import { MysqlServer } from './mysql-server.js';

let server: Promise<MysqlServer> | undefined;
afterAll(async () => {
  await (await server)?.remove();
});

/** Databases on the MariaDB server of the test file, which starts with the first of them. */
export const mariadb = mysqlKind('MariaDB', missing(), {
  async newTarget() {
    server ??= startMariadb();
    return newMysqlDatabase((await server).port);
  },
  newServer: newMariadb,
});

function missing(): string | undefined {
  const { stdout, error } = spawnSync('mariadbd', ['--no-defaults', '--version'], { encoding: 'utf8' });
  if (error) return 'no mariadbd on the PATH';
  const [, version = 'broken'] = /Ver (\S+)/.exec(stdout) ?? [];
  return parseVersion(version).isSupported ? undefined : `the mariadbd on the PATH is ${version}`;
}

/** Starts a server of its own. @param options the options besides those that every test server has */
export async function startMariadb(...options: string[]): Promise<MysqlServer> {
  const started = await newMariadb(...options);
  await started.start();
  return started;
}

/** The server runs without grant tables, so it needs no installation. */
function newMariadb(...options: string[]): Promise<MysqlServer> {
  return MysqlServer.prepare('mariadbd', [
    '--skip-grant-tables',
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=16M',
    '--innodb-flush-log-at-trx-commit=2',
    '--max-connections=500',
    ...options,
  ]);
}
