import type { DataSource, QueryRunner } from 'typeorm';
import type { Finding } from '../../../../domain/ports/store.js';
import { finding, select } from '../finding.js';
import { unavailable } from '../../support/errors.js';

/** The oldest versions that the storage contract is tested with. */
const OLDEST = { MySQL: [8, 4], MariaDB: [11, 8] } as const;

const SUPPORTED = `MySQL ${OLDEST.MySQL.join('.')} or later, or MariaDB ${OLDEST.MariaDB.join('.')} or later`;

/** Runs the checks of `doctor` that only MySQL and MariaDB have. */
export async function diagnoseMysql(runner: QueryRunner): Promise<Finding[]> {
  const [server = {}] = await select(
    runner,
    `SELECT VERSION() AS version, @@SESSION.sql_mode AS mode, @@character_set_client AS charset,
      @@character_set_connection AS connection_charset`,
  );
  const [version, mode] = [String(server.version), String(server.mode)];
  const { product, isSupported } = parseVersion(version);
  const software = `The server is ${product} ${version}.`;
  return [
    finding('version', software, !isSupported && software, `Use ${SUPPORTED}.`),
    ...(await diagnoseGroup(runner)),
    finding(
      'sql_mode',
      'The sessions of the service are strict.',
      !mode.split(',').includes('STRICT_ALL_TABLES') &&
        `The sessions of the service are not strict; sql_mode is ${mode}.`,
      'Configure the proxy before the server to forward SET SESSION, and to give each connection its own session.',
    ),
    await findCharacterSet(runner, server),
    await findEngines(runner),
  ];
}

async function diagnoseGroup(runner: QueryRunner): Promise<Finding[]> {
  // Unlike @@variables, SHOW needs no privilege and does not fail for a plugin that is not loaded.
  const rows = await select(
    runner,
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN
      ('read_only', 'super_read_only', 'group_replication_group_name', 'group_replication_member_expel_timeout',
      'wsrep_on', 'wsrep_sync_wait')`,
  );
  const variables = new Map(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
  const readOnly = ['super_read_only', 'read_only'].find((name) => variables.get(name) === 'ON');
  return [
    finding(
      'writes',
      'The server accepts writes.',
      readOnly && `The server is read-only (${readOnly}).`,
      'Set DATABASE_URL to a proxy that leads to the primary, or end the read-only mode.',
    ),
    ...(variables.get('group_replication_group_name')
      ? [await findGroup(runner, variables.get('group_replication_member_expel_timeout') ?? '')]
      : []),
    ...(variables.get('wsrep_on') === 'ON' ? [findGalera(Number(variables.get('wsrep_sync_wait')))] : []),
  ];
}

async function findGroup(runner: QueryRunner, expelTimeout: string): Promise<Finding> {
  const members = await select(
    runner,
    `SELECT MEMBER_ID = @@server_uuid AS self, MEMBER_STATE AS state, MEMBER_ROLE AS role
      FROM performance_schema.replication_group_members`,
  ).catch(() => undefined);
  if (members === undefined) {
    const hint = 'Its state is unknown: GRANT SELECT ON performance_schema.replication_group_members to the user.';
    return finding('group', `The server is configured for Group Replication. ${hint}`);
  }
  const { state, role } = members.find((member) => Number(member.self) === 1) ?? { state: 'OFFLINE', role: '' };
  const online = members.filter((member) => member.state === 'ONLINE').length;
  const message =
    `The server is ${String(state)} with the role ${String(role).toLowerCase() || 'none'}; ${online} of ${members.length} ` +
    `members are online. The group expels an unreachable member after 5 s and group_replication_member_expel_timeout = ${expelTimeout} s.`;
  return finding(
    'group',
    message,
    (state !== 'ONLINE' || 2 * online <= members.length) && message,
    'Start all members, and then run docs/operations/form-group, which restores missing members or the whole group.',
  );
}

function findGalera(syncWait: number): Finding {
  const waits = syncWait % 2 === 1; // Bit 1 means that reads wait.
  const lag =
    'a read at one node may miss an addition at another; set wsrep_sync_wait to 1, or use one node for all replicas.';
  return finding('galera', `The server is a Galera node; wsrep_sync_wait = ${syncWait}${waits ? '.' : `: ${lag}`}`);
}

async function findCharacterSet(runner: QueryRunner, server: Record<string, unknown>): Promise<Finding> {
  const columns = await names(
    runner,
    `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name = 'pets' AND column_name = 'name' AND character_set_name <> 'utf8mb4'`,
  );
  const isUtf8 = server.charset === 'utf8mb4' && server.connection_charset === 'utf8mb4' && columns.length === 0;
  return finding(
    'character set',
    'The connection and the names of animals use utf8mb4.',
    !isUtf8 &&
      `The connection uses ${String(server.charset)}; columns without utf8mb4: ${columns.join(', ') || 'none'}.`,
    'Configure the proxy before the server to forward the character set, and ALTER TABLE ... CONVERT TO CHARACTER SET utf8mb4.',
  );
}

async function findEngines(runner: QueryRunner): Promise<Finding> {
  const tables = await names(
    runner,
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'`,
  );
  return finding(
    'storage engine',
    'All tables use InnoDB.',
    tables.length > 0 && `Tables without InnoDB: ${tables.join(', ')}.`,
    'ALTER TABLE ... ENGINE = InnoDB: only this engine inserts an animal and its idempotency key in one transaction.',
  );
}

async function names(runner: QueryRunner, statement: string): Promise<string[]> {
  return (await select(runner, statement)).map(({ name }) => String(name));
}

/** Parses the version of a server. @param version the result of `VERSION()`, such as `8.4.6` or `11.8.3-MariaDB-1` */
export function parseVersion(version: string): { product: keyof typeof OLDEST; isSupported: boolean } {
  const product = version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  const [oldestMajor, oldestMinor] = OLDEST[product];
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  return { product, isSupported: major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) };
}

/**
 * Refuses an old MariaDB, whose first error would not reveal the reason. An older MySQL is left to `doctor`, because
 * services that use version 8.0 work.
 */
export async function refuseOldMariadb(source: DataSource): Promise<void> {
  const [row] = await source.query<{ version: string }[]>('SELECT VERSION() AS version');
  const version = row?.version ?? '';
  const { product, isSupported } = parseVersion(version);
  if (product === 'MariaDB' && !isSupported) {
    throw unavailable(new Error(`the server is MariaDB ${version}; use ${SUPPORTED}`));
  }
}
