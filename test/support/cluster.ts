import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './process.js';
import { describeUnless, notOnPath } from './requirements.js';

const MYSQLD = process.env.TEST_MYSQLD ?? 'mysqld';

const PASSWORD = 'secret';

const FORM_GROUP = 'docs/operations/form-group';

/** The options of the group in docker-compose.cluster.yml, without addresses. */
const GROUP_OPTIONS = [
  ...readFileSync('docker-compose.cluster.yml', 'utf8').matchAll(
    /--(?:plugin-load-add|loose-group-replication-[\w-]+)=\S+/g,
  ),
]
  .map(([option]) => option)
  .filter((option) => !/seeds|start-on-boot|local-address/.test(option));

/** How long a member may take to start or to join, in milliseconds. */
const PATIENCE_MS = 120_000;

/** How long a member may take to report its state, in milliseconds. A stalled member never does. */
const ANSWER_MS = 1_000;

/** Declares a suite that needs a `mysqld` with Group Replication, and the `mysql` that form-group calls. */
export function describeCluster(name: string, tests: () => void): void {
  describeUnless(clusterMissing(), name, tests);
}

/** Returns what a cluster needs and this machine lacks; `undefined` if it has everything. */
export function clusterMissing(): string | undefined {
  try {
    const help = execFileSync(MYSQLD, ['--no-defaults', '--verbose', '--help'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const folder = /^plugin-dir\s+(\S+)/m.exec(help)?.[1] ?? '';
    if (!existsSync(join(folder, 'group_replication.so'))) return `${MYSQLD} has no Group Replication`;
  } catch {
    return notOnPath('mysqld');
  }
  return spawnSync('mysql', ['--version']).error ? notOnPath('mysql') : undefined;
}

/** The state that a member reports. */
export interface MemberState {
  readonly state: string;
  readonly role: string;
  readonly isReadOnly: boolean;
}

/** One MySQL server of a group. It keeps its data and its ports. */
export class Member {
  private server: ChildProcess | undefined;

  /** @param seeds the addresses at which members find each other, beginning with that of this member */
  constructor(
    private readonly folder: string,
    private readonly id: number,
    readonly port: number,
    private readonly groupAddress: string,
    private readonly seeds: readonly string[],
  ) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The DATABASE_URL that the service uses for this member. */
  get url(): string {
    return urlAt(this.address);
  }

  /** Resolves when the server accepts connections. It then joins the group if it was in it before. */
  async start(): Promise<void> {
    this.server = spawn(MYSQLD, this.flags(), { stdio: 'ignore' });
    const { server } = this;
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`member ${this.id} ended: ${this.log()}`);
      return this.run('SELECT 1').catch(() => undefined);
    });
  }

  /** Runs statements as root, one after another. Resolves to the rows of the last one. */
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
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []; // mysql2 gives an array for a SELECT
    } finally {
      root.destroy();
    }
  }

  /** Resolves to its state, or to `undefined` when it does not answer. */
  async state(): Promise<MemberState | undefined> {
    const answer = this.run(
      `SELECT member_state AS state, member_role AS role, @@super_read_only AS is_read_only
        FROM performance_schema.replication_group_members WHERE member_id IN (@@server_uuid, '')`,
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
    await until(async () => (await this.state())?.state === 'ONLINE' || undefined).catch((error: unknown) => {
      throw new Error(`member ${this.id} is not online: ${this.log()}`, { cause: error });
    });
  }

  /** Makes this member the primary, after another one has given up that role. */
  async makePrimary(): Promise<void> {
    await this.run('SELECT group_replication_set_as_primary(@@server_uuid)');
  }

  /** Ends this member as the loss of its machine would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Shuts this member down, which leaves the group first. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Stalls this member with its connections open until `resume`. */
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

  /** The options are those of docker-compose.cluster.yml, with the default durability. */
  private flags(): string[] {
    const data = join(this.folder, String(this.id));
    if (!existsSync(data)) cpSync(join(this.folder, 'template'), data, { recursive: true });
    const isNew = !existsSync(join(data, 'mysqld-auto.cnf'));
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
      '--loose-group-replication-message-cache-size=128M',
      ...GROUP_OPTIONS,
      `--loose-group-replication-local-address=${this.groupAddress}`,
      `--loose-group-replication-group-seeds=${this.seeds.join(',')}`,
      ...(isNew ? ['--loose-group-replication-start-on-boot=OFF'] : []),
    ];
  }
}

/** Three MySQL servers in a group with one primary, on loopback. */
export class Cluster {
  private constructor(
    private readonly folder: string,
    readonly members: readonly [Member, Member, Member],
  ) {}

  static async start(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-cluster-'));
    await initialize(folder);
    const seeds = await Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort()}`));
    const member = async (id: 1 | 2 | 3) => new Member(folder, id, await freePort(), seeds[id - 1] ?? '', seeds);
    const cluster = new Cluster(folder, [await member(1), await member(2), await member(3)]);
    try {
      await Promise.all(cluster.members.map((each) => each.start()));
      await cluster.formGroup();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /** Runs docs/operations/form-group for these members. Resolves to its output. */
  async formGroup(environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = { ...environmentOf(this.members), ...environment };
    return (await promisify(execFile)('bash', [FORM_GROUP], { env, encoding: 'utf8' })).stdout;
  }

  /** Returns whether `form-group check`, the health check of docker-compose.cluster.yml, finds the group complete. */
  isComplete(): boolean {
    return spawnSync('bash', [FORM_GROUP, 'check'], { env: environmentOf(this.members) }).status === 0;
  }

  /** Runs docs/operations/form-group repeatedly until `stop`. */
  watchGroup(): { untilItPrints(line: string): Promise<unknown>; stop(): Promise<void> } {
    const watch = spawn('bash', [FORM_GROUP, 'watch'], { env: environmentOf(this.members), detached: true });
    watch.stdin.end();
    let output = '';
    watch.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const ended = once(watch, 'exit');
    return {
      untilItPrints: (line) => until(() => Promise.resolve(output.includes(`${line}\n`) || undefined)),
      async stop() {
        process.kill(-(watch.pid ?? 0), 'SIGTERM'); // the watch is the leader of a group of processes
        await ended;
      },
    };
  }

  /** Waits until a member reports that it is the primary. */
  primary(): Promise<Member> {
    return until(() => this.primaryNow());
  }

  /** Resolves to the primary, or to `undefined` if no member reports in time that it is one. */
  async primaryNow(): Promise<Member | undefined> {
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
}

/** The variables that form-group reads. */
function environmentOf(members: readonly Member[]) {
  const MEMBERS = members.map(({ address }) => address).join(' ');
  return { PATH: process.env.PATH, MEMBERS, MYSQL_PWD: '', MYSQL_PASSWORD: PASSWORD, RECOVERY_PASSWORD: 'recovery' };
}

/** Returns the DATABASE_URL of the database that form-group creates, at an address of a member or of a proxy. */
export function urlAt(address: string): string {
  return `mysql://animal_store:${PASSWORD}@${address}/animal_store`;
}

/**
 * Creates the data that every member starts from. There is no binary log, because members must have no transactions of
 * their own.
 */
async function initialize(folder: string): Promise<void> {
  const statements = join(folder, 'init.sql');
  writeFileSync(statements, "CREATE USER root@'%'; GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;\n");
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
  rmSync(join(data, 'auto.cnf')); // each member creates its own identity
}

/** Repeats a question until it has an answer. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`no answer within ${PATIENCE_MS} ms`);
    await sleep(100);
  }
}
