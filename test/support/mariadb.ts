import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { COMMON, newMysqlDatabase, newMysqlUser } from './mysql.js';
import { newMysqlServer } from './mysql-server.js';
import { onceARun } from './once-a-run.js';
import { notOnPath } from './requirements.js';
import type { ServerKind } from './test-storage.js';
import { CERTIFICATES } from './tls.js';

const OPTIONS = [
  '--skip-grant-tables',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--innodb-flush-log-at-trx-commit=2',
  '--max-connections=500',
  `--ssl-ca=${CERTIFICATES.authority}`,
  `--ssl-cert=${CERTIFICATES.server.cert}`,
  `--ssl-key=${CERTIFICATES.server.key}`,
];

export const mariadb: ServerKind = {
  ...COMMON,
  name: 'MariaDB',
  missing: (await onceARun('mariadbd', findMariadbd)).missing,
  newTarget: async () => newMysqlDatabase((await onceARun('MariaDB', startMariadb)).port),
  // InnoDB recovers from a kill only if the server that created its files ended by itself.
  newServer: () => newMysqlServer('mariadbd', OPTIONS, ['--bootstrap', ...OPTIONS]),
  rightsToLock: ['SELECT'],
  async addUser(url, rights, password) {
    await installGrants(url);
    return newMysqlUser(url, rights, password);
  },
};

/** Creates the tables of rights if the server lacks them, and makes it check them. */
async function installGrants(url: string): Promise<void> {
  const { hostname: host, port, username: user } = new URL(url);
  const root = await createConnection({ host, port: Number(port), user, multipleStatements: true });
  const [installed] = await root.query<RowDataPacket[]>("SHOW DATABASES LIKE 'mysql'");
  if (installed.length === 0) {
    const [rows] = await root.query<RowDataPacket[]>('SELECT @@lc_messages_dir AS folder');
    await root.query('CREATE DATABASE mysql; USE mysql');
    await root.query(readFileSync(join(String(rows[0]?.folder), 'mariadb_system_tables.sql'), 'utf8'));
    await root.query("FLUSH PRIVILEGES; CREATE USER root@'%'; GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION");
  }
  await root.end();
}

async function findMariadbd(): Promise<{ missing?: string }> {
  const { stdout, error } = spawnSync('mariadbd', ['--no-defaults', '--version'], { encoding: 'utf8' });
  if (error) return { missing: notOnPath('mariadbd') };
  const [, version = 'broken'] = /Ver (\S+)/.exec(stdout) ?? [];
  const isSupported = Number.parseFloat(version) >= 11.8;
  return isSupported ? {} : { missing: `the mariadbd on the PATH is ${version}, and 11.8 or later is supported` };
}

/** Starts the server of the run. */
async function startMariadb() {
  const server = await newMysqlServer('mariadbd', OPTIONS);
  await server.start();
  await installGrants(server.url);
  return server.leaveToRun();
}
