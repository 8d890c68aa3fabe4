import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { parse } from 'yaml';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { newMysqlServer, type MysqlServer } from './mysql-server.js';
import { MYSQLD, mysqlMissing } from './mysqld.js';
import { notOnPath } from './requirements.js';

const REDO_LOG = '--innodb-redo-log-capacity=16M';

const PASSWORD = 'secret';

const FORM_GROUP = 'docs/operations/form-group';

/** The options of a member in docker-compose.cluster.yml that concern the group, without addresses. */
const GROUP_OPTIONS = commandOf('mysql-1')
  .split(' ')
  .filter((option) => /^--(?:plugin-load-add|loose-group-replication)/.test(option))
  .filter((option) => !/seeds|local-address/.test(option));

function commandOf(service: string): string {
  const file = parse(readFileSync('docker-compose.cluster.yml', 'utf8'), { merge: true }) as ComposeFile; // as Compose reads it
  return file.services[service]?.entrypoint[2] ?? '';
}

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly entrypoint: readonly string[] }>>;
}

/** How long a member may take to join, in milliseconds. */
const PATIENCE_MS = 120_000;

/** How long a member may take to report its state, in milliseconds. A stalled member never does. */
const ANSWER_MS = 1_000;

/** Returns what a cluster needs and this machine lacks; `undefined` if it has everything. */
export function clusterMissing(): string | undefined {
  if (mysqlMissing !== undefined) return mysqlMissing;
  const help = execFileSync(MYSQLD, ['--no-defaults', '--verbose', '--help'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const folder = /^plugin-dir\s+(\S+)/m.exec(help)?.[1] ?? '';
  if (!existsSync(join(folder, 'group_replication.so'))) return `${MYSQLD} has no Group Replication`;
  return spawnSync('mysql', ['--version']).error ? notOnPath('mysql') : undefined;
}

export type Member = ReturnType<typeof memberOf>;

/**
 * Makes a server a member of a group.
 * @param server creates nothing when it starts, since members must have no transactions of their own
 */
function memberOf(server: MysqlServer) {
  let hasStarted = false;
  const address = `127.0.0.1:${server.port}`;

  /** Runs statements as root, one after another. Resolves to the rows of the last one. */
  async function run(...statements: string[]): Promise<Record<string, unknown>[]> {
    const { port } = server;
    const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: ANSWER_MS });
    try {
      let rows: unknown;
      for (const statement of statements) [rows] = await root.query(statement);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []; // mysql2 gives an array for a SELECT
    } finally {
      root.destroy();
    }
  }

  /** Resolves to the state that it reports, or to `undefined` when it does not answer. */
  async function state(): Promise<Record<string, unknown> | undefined> {
    const answer = run(
      `SELECT member_state AS state, member_role AS role, @@super_read_only AS is_read_only
        FROM performance_schema.replication_group_members WHERE member_id IN (@@server_uuid, '')`,
    ).catch(() => []);
    const [row] = await Promise.race([answer, sleep(ANSWER_MS, [], { ref: false })]);
    return row;
  }

  return {
    ...server,
    address,
    /** The DATABASE_URL that the service uses for this member. */
    url: urlAt(address),
    run,
    state,
    /** Resolves when the server accepts connections. It then joins the group if it was in it before. */
    async start(): Promise<void> {
      const isNew = !hasStarted;
      hasStarted = true;
      await server.start(...(isNew ? ['--loose-group-replication-start-on-boot=OFF'] : []));
    },
    async isPrimary(): Promise<boolean> {
      const now = await state();
      return now?.state === 'ONLINE' && now.role === 'PRIMARY' && Number(now.is_read_only) === 0;
    },
    async untilOnline(): Promise<void> {
      await eventually(async () => (await state())?.state === 'ONLINE', PATIENCE_MS).catch((error: unknown) => {
        throw new Error(`a member is not online: ${server.log()}`, { cause: error });
      });
    },
    /** Makes this member the primary, after another one has given up that role. */
    async makePrimary(): Promise<void> {
      await run('SELECT group_replication_set_as_primary(@@server_uuid)');
    },
  };
}

/** Returns a server that is new. @param seeds the addresses at which members find each other; the first is its own */
function newServer(id: number, seeds: readonly string[]): Promise<MysqlServer> {
  const options = [
    `--server-id=${id}`,
    '--report-host=127.0.0.1',
    '--mysqlx=OFF',
    '--innodb-buffer-pool-size=32M',
    REDO_LOG,
    '--table-open-cache=64',
    '--loose-group-replication-message-cache-size=128M',
    ...GROUP_OPTIONS,
    `--loose-group-replication-local-address=${seeds[0]}`,
    `--loose-group-replication-group-seeds=${seeds.join(',')}`,
  ];
  return newMysqlServer(MYSQLD, options, ['--initialize-insecure', '--skip-log-bin', REDO_LOG], 'SELECT 1');
}

/** Three MySQL servers in a group with one primary, on loopback. */
export class Cluster {
  private constructor(readonly members: readonly [Member, Member, Member]) {}

  static async start(): Promise<Cluster> {
    const seeds = await Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort()}`));
    const member = async (id: number) =>
      memberOf(await newServer(id, [...seeds.slice(id - 1), ...seeds.slice(0, id - 1)]));
    const cluster = new Cluster(await Promise.all([member(1), member(2), member(3)]));
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
      untilItPrints: (line) => eventually(() => output.includes(`${line}\n`), PATIENCE_MS),
      async stop() {
        process.kill(-(watch.pid ?? 0), 'SIGTERM'); // the watch is the leader of a group of processes
        await ended;
      },
    };
  }

  /** Waits until a member reports that it is the primary. */
  primary(): Promise<Member> {
    return eventually(() => this.primaryNow(), PATIENCE_MS);
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
    await Promise.all(this.members.map((member) => member.remove()));
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
