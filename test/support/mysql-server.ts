import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { MEMORY } from './memory-folder.js';
import { onceARun } from './once-a-run.js';

const DATABASE = 'animals';

/** How long a server may take to start, in milliseconds. */
const PATIENCE_MS = 120_000;

/** A server of MySQL or MariaDB with data and a port of its own. */
export type MysqlServer = Awaited<ReturnType<typeof newMysqlServer>>;

/**
 * @param preparation the options by which the program creates its data; without them an empty folder suffices
 * @param first the statement to which the server answers when it has started for the first time
 */
export async function newMysqlServer(
  command: string,
  options: readonly string[],
  preparation?: readonly string[],
  first = `CREATE DATABASE IF NOT EXISTS ${DATABASE}`,
) {
  const folder = mkdtempSync(join(MEMORY, 'animal-store-server-'));
  const place = (name: string) => join(folder, name);
  if (preparation === undefined) mkdirSync(place('data'));
  else cpSync(await preparedData(command, preparation), place('data'), { recursive: true });
  const port = await freePort();
  const rootAt = () => mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  const query = async (text: string): Promise<mysql.RowDataPacket[]> => {
    const root = await rootAt();
    const [rows] = await root.query<mysql.RowDataPacket[]>(text);
    await root.end();
    return rows;
  };
  const parameters = [
    ...ofFolder(place('data')),
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--tmpdir=${folder}`, // a server that starts removes the temporary tables of others in the same folder
    `--socket=${place('socket')}`,
    `--pid-file=${place('pid-file')}`,
    ...options,
  ];
  let running: ChildProcess | undefined;
  let isPrepared = false;
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
        if (!isPrepared) await root?.query(first);
        await root?.end();
        isPrepared ||= root !== undefined;
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
    query,
    /** Leaves the server to the run, which ends it and removes its folder. */
    leaveToRun() {
      running?.unref();
      return { port, pid: running?.pid, folder };
    },
    setReadOnly: (isReadOnly: boolean) => query(`SET GLOBAL read_only = ${isReadOnly ? 'ON' : 'OFF'}`),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ofFolder(data: string): string[] {
  return ['--no-defaults', `--datadir=${data}`, '--user=root'];
}

/** Resolves to the folder of new data, which is copied for each server, because making it takes seconds. */
async function preparedData(command: string, preparation: readonly string[]): Promise<string> {
  const { folder } = await onceARun(`data of ${basename(command)}`, async () => {
    const folder = mkdtempSync(join(MEMORY, 'animal-store-server-'));
    mkdirSync(join(folder, 'data'));
    const preparing = promisify(execFile)(command, [...ofFolder(join(folder, 'data')), ...preparation]);
    preparing.child.stdin?.end(); // MariaDB would otherwise read statements from it
    await preparing;
    rmSync(join(folder, 'data', 'auto.cnf'), { force: true }); // Each server of a cluster needs an identity of its own.
    return { folder };
  });
  return join(folder, 'data');
}
