import { spawnSync } from 'node:child_process';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port.js';
import { onceARun } from './once-a-run.js';
import { notOnPath } from './requirements.js';

/** The program of MySQL, or why there is none in this run. */
export const { program: MYSQLD, missing: mysqlMissing } = await onceARun('mysqld', findMysqld);

async function findMysqld(): Promise<{ program: string; missing?: string }> {
  const program = 'mysqld';
  if (spawnSync(program, ['--no-defaults', '--version']).error === undefined) return { program };
  process.stdout.write('There is no mysqld on the PATH. The tests download MySQL, unless an earlier run did.\n');
  try {
    return { program: await download() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write('The tests on MySQL are skipped. The last lines say why.\n');
    return { program, missing: `${notOnPath(program)} (none could be downloaded: ${reason.split('\n')[0]})` };
  }
}

/** Resolves to the path of the program. */
async function download(): Promise<string> {
  const { createDB } = await import('mysql-memory-server');
  const { TMPDIR } = process.env;
  // The package makes a folder of one name there, in which another user may not write.
  process.env.TMPDIR = join(tmpdir(), `animal-store-tests-${userInfo().username}`);
  try {
    const server = await createDB({ port: await freePort(), xEnabled: 'OFF', downloadRetries: 1 });
    const root = await createConnection({ host: '127.0.0.1', port: server.port, user: 'root' });
    const [rows] = await root.query<RowDataPacket[]>('SELECT @@basedir AS folder');
    await root.end();
    await server.stop();
    return join(String(rows[0]?.folder), 'bin', 'mysqld');
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
