import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { eventually } from './eventually.js';
import { MEMORY } from './memory-folder.js';
import { freePort } from './process.js';
import type { DatabaseServer } from './test-storage.js';

const DATABASE = 'animals';

/** A server of MySQL or MariaDB with data and a port of its own. */
export class MysqlServer implements DatabaseServer {
  private server: ChildProcess | undefined;
  readonly url: string;

  private constructor(
    private readonly command: string,
    private readonly folder: string,
    readonly port: number,
    private readonly options: readonly string[],
  ) {
    this.url = `mysql://root@127.0.0.1:${port}/${DATABASE}`;
  }

  /** @param preparation the options by which the program creates its data; without them an empty folder suffices */
  static async prepare(command: string, options: readonly string[], preparation?: readonly string[]) {
    const folder = mkdtempSync(join(MEMORY, 'animal-store-server-'));
    const data = [`--datadir=${join(folder, 'data')}`, '--user=root'];
    if (preparation === undefined) mkdirSync(join(folder, 'data'));
    else await promisify(execFile)(command, ['--no-defaults', ...data, ...preparation]);
    return new MysqlServer(command, folder, await freePort(), [...data, ...options]);
  }

  async start(): Promise<void> {
    const { folder, port } = this;
    const places = ['socket', 'pid-file', 'log-error'].map((option) => `--${option}=${join(folder, option)}`);
    // A server that starts removes the temporary tables of others in the same folder.
    const own = [`--port=${port}`, '--bind-address=127.0.0.1', `--tmpdir=${folder}`, ...places];
    const server = spawn(this.command, ['--no-defaults', ...own, ...this.options], { stdio: 'ignore' });
    this.server = server;
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error(readFileSync(join(folder, 'log-error'), 'utf8').slice(-500));
      const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined);
      await root?.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
      await root?.end();
      return root !== undefined;
    });
  }

  async kill(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  stall(): void {
    this.server?.kill('SIGSTOP');
  }

  goOn(): void {
    this.server?.kill('SIGCONT');
  }

  async setReadOnly(isReadOnly: boolean): Promise<void> {
    const root = await mysql.createConnection({ host: '127.0.0.1', port: this.port, user: 'root' });
    await root.query(`SET GLOBAL read_only = ${isReadOnly ? 'ON' : 'OFF'}`);
    await root.end();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
