import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './process.js';
import { describeUnless } from './requirements.js';

const MYSQLD = process.env.TEST_MYSQLD ?? 'mysqld';

const DATABASE = 'animals';

const GROUP = '5f0c2a0e-3c1b-4a0e-9d8e-6b6f1c2d3e4f';

/** How long a member may take to start or to join, in milliseconds. */
const PATIENCE_MS = 120_000;

/** How long a member may take to say what it is, in milliseconds; one that is stalled never does. */
const ANSWER_MS = 1_000;

/** A suite that needs a `mysqld` with Group Replication. */
export function describeCluster(name: string, tests: () => void): void {
  describeUnless(clusterMissing(), name, tests);
}

function clusterMissing(): string | undefined {
  try {
    const help = execFileSync(MYSQLD, ['--no-defaults', '--verbose', '--help'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const folder = /^plugin-dir\s+(\S+)/m.exec(help)?.[1] ?? '';
    return existsSync(join(folder, 'group_replication.so')) ? undefined : `${MYSQLD} has no Group Replication`;
  } catch {
    return `there is no ${MYSQLD}`;
  }
}

/** What a member says about itself. */
export interface MemberState {
  readonly state: string;
  readonly role: string;
  readonly isReadOnly: boolean;
}

/** One MySQL server of a group. It keeps its data and its ports. */
export class Member {
  private server: ChildProcess | undefined;

  constructor(
    private readonly folder: string,
    private readonly id: number,
    readonly port: number,
    private readonly groupPort: number,
    private readonly groupPorts: readonly number[],
  ) {}

  /** Of the service. */
  get url(): string {
    return `mysql://app:app@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Resolves when the server accepts connections. @param joins whether it then joins the group */
  async start(joins = true): Promise<void> {
    this.server = spawn(MYSQLD, this.flags(joins), { stdio: 'ignore' });
    const { server } = this;
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`member ${this.id} ended: ${this.log()}`);
      return this.run('SELECT 1').then(
        () => true,
        () => false,
      );
    });
  }

  /** Runs statements as root, one after another; resolves to the rows of the last. */
  async run(...statements: string[]): Promise<Record<string, unknown>[]> {
    const root = await mysql.createConnection({
      host: '127.0.0.1',
      port: this.port,
      user: 'root',
      connectTimeout: ANSWER_MS,
    });
    try {
      let rows: unknown;
      for (const statement of statements) [rows] = await root.query(statement);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []; // what mysql2 gives for a SELECT
    } finally {
      root.destroy();
    }
  }

  /** `undefined` when it does not answer. */
  async state(): Promise<MemberState | undefined> {
    const answer = this.run(
      `SELECT member_state AS state, member_role AS role, @@super_read_only AS is_read_only
        FROM performance_schema.replication_group_members WHERE member_port IN (${this.port}, 0) OR member_port IS NULL`,
    ).then(
      ([row]): MemberState => ({
        state: String(row?.state),
        role: String(row?.role),
        isReadOnly: Number(row?.is_read_only) === 1,
      }),
      () => undefined,
    );
    return Promise.race([answer, sleep(ANSWER_MS, undefined, { ref: false })]);
  }

  async isPrimary(): Promise<boolean> {
    const now = await this.state();
    return now?.state === 'ONLINE' && now.role === 'PRIMARY' && !now.isReadOnly;
  }

  async untilOnline(): Promise<void> {
    await until(async () => (await this.state())?.state === 'ONLINE').catch((error: unknown) => {
      throw new Error(`member ${this.id} is not online: ${this.log()}`, { cause: error });
    });
  }

  /** Makes it the primary, and moves the role away from another one first. */
  async makePrimary(): Promise<void> {
    await this.run('SELECT group_replication_set_as_primary(@@server_uuid)');
  }

  /** Ends it as the loss of its machine would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Shuts it down; it leaves the group first. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Makes it stand still with its connections open, until `resume`. */
  stall(): void {
    this.server?.kill('SIGSTOP');
  }

  resume(): void {
    this.server?.kill('SIGCONT');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server?.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGCONT');
    server.kill(signal);
    await ended;
  }

  private log(): string {
    return readFileSync(join(this.folder, `${this.id}.log`), 'utf8')
      .split('\n')
      .slice(-6)
      .join('\n');
  }

  /** Durable as by default: what is acknowledged must survive a kill. */
  private flags(joins: boolean): string[] {
    const data = join(this.folder, String(this.id));
    if (!existsSync(data)) cpSync(join(this.folder, 'template'), data, { recursive: true });
    return [
      '--no-defaults',
      '--user=root',
      `--datadir=${data}`,
      `--log-error=${join(this.folder, `${this.id}.log`)}`,
      `--server-id=${this.id}`,
      `--port=${this.port}`,
      '--bind-address=127.0.0.1',
      '--report-host=127.0.0.1',
      `--report-port=${this.port}`,
      `--socket=${join(this.folder, `${this.id}.socket`)}`,
      `--pid-file=${join(this.folder, `${this.id}.pid`)}`,
      '--mysqlx=OFF',
      '--innodb-buffer-pool-size=32M',
      '--innodb-redo-log-capacity=16M',
      '--table-open-cache=64',
      '--plugin-load-add=group_replication.so',
      '--plugin-load-add=mysql_clone.so',
      `--group-replication-group-name=${GROUP}`,
      `--group-replication-local-address=127.0.0.1:${this.groupPort}`,
      `--group-replication-group-seeds=${this.groupPorts.map((port) => `127.0.0.1:${port}`).join(',')}`,
      '--group-replication-ip-allowlist=127.0.0.1',
      '--group-replication-communication-stack=XCOM',
      '--group-replication-message-cache-size=128M',
      '--group-replication-member-expel-timeout=0',
      `--group-replication-start-on-boot=${joins ? 'ON' : 'OFF'}`,
      '--group-replication-bootstrap-group=OFF',
    ];
  }
}

/** Three MySQL servers in a group with one primary, on loopback. About 560 MB each. */
export class Cluster {
  private constructor(
    private readonly folder: string,
    readonly members: readonly [Member, Member, Member],
  ) {}

  static async start(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-cluster-'));
    await initialize(folder);
    const groupPorts = [await freePort(), await freePort(), await freePort()] as const;
    const member = async (id: 1 | 2 | 3) =>
      new Member(folder, id, await freePort(), groupPorts[id - 1] ?? 0, groupPorts);
    const cluster = new Cluster(folder, [await member(1), await member(2), await member(3)]);
    try {
      await cluster.form();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  async primary(): Promise<Member | undefined> {
    const answers = await Promise.all(this.members.map((member) => member.isPrimary()));
    return this.members.find((_, at) => answers[at]);
  }

  async secondaries(): Promise<Member[]> {
    const primary = await this.primary();
    return this.members.filter((member) => member !== primary);
  }

  async untilAllOnline(): Promise<void> {
    await Promise.all(this.members.map((member) => member.untilOnline()));
  }

  /** Ends every member and removes their data. */
  async remove(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async form(): Promise<void> {
    await Promise.all(this.members.map((member) => member.start(false)));
    const source = `CHANGE REPLICATION SOURCE TO SOURCE_USER = 'root', SOURCE_PASSWORD = ''
      FOR CHANNEL 'group_replication_recovery'`;
    await Promise.all(this.members.map((member) => member.run(source)));
    const [first, ...others] = this.members;
    await first.run(
      'SET GLOBAL group_replication_bootstrap_group = ON',
      'START GROUP_REPLICATION',
      'SET GLOBAL group_replication_bootstrap_group = OFF',
    );
    await first.untilOnline();
    await Promise.all(others.map((member) => member.run('START GROUP_REPLICATION')));
    await this.untilAllOnline();
  }
}

/** Makes the data that every member starts from, without a binary log: members must have no transactions of their own. */
async function initialize(folder: string): Promise<void> {
  const statements = join(folder, 'init.sql');
  writeFileSync(
    statements,
    [
      `CREATE DATABASE ${DATABASE};`,
      "CREATE USER app@'%' IDENTIFIED BY 'app';",
      `GRANT ALL ON ${DATABASE}.* TO app@'%';`,
      "GRANT SELECT ON performance_schema.replication_group_members TO app@'%';",
    ].join('\n'),
  );
  const data = join(folder, 'template');
  await promisify(execFile)(MYSQLD, [
    '--no-defaults',
    '--initialize-insecure',
    '--user=root',
    '--skip-log-bin',
    '--innodb-redo-log-capacity=16M',
    `--init-file=${statements}`,
    `--datadir=${data}`,
  ]);
  rmSync(join(data, 'auto.cnf')); // each member makes its own identity
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await condition());) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms`);
    await sleep(100);
  }
}
