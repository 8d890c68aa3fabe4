import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { eventually } from './eventually.js';
import { MEMORY } from './memory-folder.js';
import { freePort } from './process.js';

const DATABASE = 'animals';

/** How long a server may take to start, in milliseconds. */
const PATIENCE_MS = 120_000;

/** A server of MySQL or MariaDB with data and a port of its own. */
export type MysqlServer = Awaited<ReturnType<typeof newMysqlServer>>;

/**
 * @param preparation the options by which the program creates its data; without them an empty folder suffices
 * @param first the statement to which a server that has started answers
 */
export async function newMysqlServer(
  command: string,
  options: readonly string[],
  preparation?: readonly string[],
  first = `CREATE DATABASE IF NOT EXISTS ${DATABASE}`,
) {
  const folder = mkdtempSync(join(MEMORY, 'animal-store-server-'));
  const place = (name: string) => join(folder, name);
  const data = ['--no-defaults', `--datadir=${place('data')}`, '--user=root'];
  mkdirSync(place('data'));
  if (preparation !== undefined) {
    const preparing = promisify(execFile)(command, [...data, ...preparation]);
    preparing.child.stdin?.end(); // MariaDB would otherwise read statements from it
    await preparing;
  }
  const port = await freePort();
  const rootAt = () => mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  const parameters = [
    ...data,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--tmpdir=${folder}`, // a server that starts removes the temporary tables of others in the same folder
    `--socket=${place('socket')}`,
    `--pid-file=${place('pid-file')}`,
    ...options,
  ];
  let running: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const server = running;
    running = undefined;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGCONT');
    server.kill(signal);
    await ended;
  };
  const kill = () => end('SIGKILL');
  const log = () => readFileSync(place('log'), 'utf8').slice(-500);
  return {
    url: `mysql://root@127.0.0.1:${port}/${DATABASE}`,
    port,
    /** Starts the server with these options, too. Resolves when it answers. */
    async start(...more: string[]): Promise<void> {
      const output = openSync(place('log'), 'a');
      const server = spawn(command, [...parameters, ...more], { stdio: ['ignore', output, output] });
      closeSync(output);
      running = server;
      await eventually(async () => {
        if (server.exitCode !== null) throw new Error(log());
        const root = await rootAt().catch(() => undefined);
        await root?.query(first);
        await root?.end();
        return root !== undefined;
      }, PATIENCE_MS);
    },
    /** Returns the end of its log. */
    log,
    /** Shuts the server down. */
    stop: () => end('SIGTERM'),
    kill,
    stall: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async setReadOnly(isReadOnly: boolean) {
      const root = await rootAt();
      await root.query(`SET GLOBAL read_only = ${isReadOnly ? 'ON' : 'OFF'}`);
      await root.end();
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
