import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { mysqlKind, newMysqlDatabase, newMysqlUser, REFUSALS } from './mysql.js';
import { newMysqlServer, type MysqlServer } from './mysql-server.js';
import { notOnPath } from './requirements.js';
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

/** The server of a test file, which starts with its first database and is removed after the last test. */
let serverOfFile: Promise<MysqlServer> | undefined;
afterAll(async () => {
  await (await serverOfFile)?.remove();
});

export const mariadb = mysqlKind('MariaDB', missing(), {
  newTarget: async () => newMysqlDatabase((await (serverOfFile ??= startedMariadb())).port),
  // InnoDB recovers from a kill only if the server that created its files ended by itself.
  newServer: () => newMysqlServer('mariadbd', OPTIONS, ['--bootstrap', ...OPTIONS]),
  users: {
    ...REFUSALS,
    rightsToLock: ['SELECT'],
    async add(url, rights, password) {
      const { port } = new URL(url);
      await (grants[port] ??= installGrants(url));
      return newMysqlUser(url, rights, password);
    },
  },
});

/** The installation of the tables of rights, by the port of the server. */
const grants: Record<string, Promise<void>> = {};

/** Creates the tables of rights, which a server without installation lacks, and makes the server check them. */
async function installGrants(url: string): Promise<void> {
  const { hostname: host, port, username: user } = new URL(url);
  const root = await createConnection({ host, port: Number(port), user, multipleStatements: true });
  const [rows] = await root.query<RowDataPacket[]>('SELECT @@lc_messages_dir AS folder');
  await root.query('CREATE DATABASE mysql; USE mysql');
  await root.query(readFileSync(join(String(rows[0]?.folder), 'mariadb_system_tables.sql'), 'utf8'));
  await root.query("FLUSH PRIVILEGES; CREATE USER root@'%'; GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION");
  await root.end();
}

function missing(): string | undefined {
  const { stdout, error } = spawnSync('mariadbd', ['--no-defaults', '--version'], { encoding: 'utf8' });
  if (error) return notOnPath('mariadbd');
  const [, version = 'broken'] = /Ver (\S+)/.exec(stdout) ?? [];
  const isSupported = Number.parseFloat(version) >= 11.8;
  return isSupported ? undefined : `the mariadbd on the PATH is ${version}, and 11.8 or later is supported`;
}

/** The server runs without grant tables, so it needs no installation. */
async function startedMariadb(): Promise<MysqlServer> {
  const server = await newMysqlServer('mariadbd', OPTIONS);
  await server.start();
  return server;
}
