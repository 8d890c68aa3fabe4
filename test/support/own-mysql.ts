import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import type { ServerOptions } from '../../src/adapters/outbound/typeorm/server-url.js';
import { eventually } from './eventually.js';
import { freePort } from './process.js';

const MYSQLD = process.env.TEST_MYSQLD ?? 'mysqld';

/** A MySQL server that a test may kill, stall and start again; it keeps its data and its port. */
export class OwnMysql {
  private server: ChildProcess | undefined;
  readonly options: { readonly kind: 'mysql' } & ServerOptions;

  private constructor(
    private readonly folder: string,
    port: number,
  ) {
    this.options = {
      kind: 'mysql',
      host: '127.0.0.1',
      port,
      user: 'root',
      password: '',
      database: 'animals',
      poolSize: 10,
    };
  }

  /** Makes the data of a server, which does not run yet. */
  static async prepare(): Promise<OwnMysql> {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-mysql-'));
    await promisify(execFile)(MYSQLD, [
      '--no-defaults',
      '--initialize-insecure',
      '--user=root',
      `--datadir=${join(folder, 'data')}`,
      '--innodb-redo-log-capacity=16M',
    ]);
    return new OwnMysql(folder, await freePort());
  }

  get url(): string {
    const { user, host, port, database } = this.options;
    return `mysql://${user}@${host}:${port}/${database}`;
  }

  /** Resolves when the server answers and has the database. */
  async start(): Promise<void> {
    const { port, database } = this.options;
    // Durability stays at its default: what is acknowledged must survive a kill.
    this.server = spawn(
      MYSQLD,
      [
        '--no-defaults',
        '--user=root',
        `--datadir=${join(this.folder, 'data')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(this.folder, 'socket')}`,
        `--pid-file=${join(this.folder, 'pid')}`,
        '--mysqlx=OFF',
        '--skip-log-bin',
        '--innodb-buffer-pool-size=32M',
        '--innodb-redo-log-capacity=16M',
        '--performance-schema=OFF',
      ],
      { stdio: 'ignore' },
    );
    await eventually(async () => {
      try {
        const root = await this.root();
        await root.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
        await root.end();
        return true;
      } catch {
        return false; // it does not accept connections yet
      }
    });
  }

  /** A connection as root, to no database. */
  root(): Promise<mysql.Connection> {
    const { host, port, user } = this.options;
    return mysql.createConnection({ host, port, user, supportBigNumbers: true, bigNumberStrings: true });
  }

  /** Ends it as a loss of power would, as far as the machine lives on. */
  async kill(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  /** Makes it stand still, connections open, until it may go on. */
  stall(): void {
    this.server?.kill('SIGSTOP');
  }

  goOn(): void {
    this.server?.kill('SIGCONT');
  }

  /** Ends it for good, and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
