import type { Connection } from '../dialect.js';

/** The largest difference between the clocks of two machines that causes no harm, in milliseconds. */
const MAX_SKEW_MS = 1_000;

/** The members of a group that survives the loss of one. */
const LEAST_MEMBERS = 3;

/** Finds faults of a server that a start does not meet. Each is a sentence with its remedy. */
export async function findFaults(connection: Connection): Promise<string[]> {
  return [...(await findClock(connection)), ...(await findGroup(connection))];
}

/**
 * Compares the clock of the server with that of this machine. The service keeps time by its own clock. The clock of the
 * server is only a common reference, which shows how far the clocks of the replicas differ.
 */
async function findClock(connection: Connection): Promise<string[]> {
  const sent = Date.now();
  const [row] = await connection.query<{ time: unknown }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 AS time');
  const skew = Math.round(Number(row?.time) - (sent + Date.now()) / 2);
  if (Math.abs(skew) <= MAX_SKEW_MS) return [];
  const difference = `${Math.abs(skew)} ms ${skew < 0 ? 'behind' : 'ahead of'}`;
  const remedy =
    'Synchronize the clocks of all machines by NTP: replicas use their own to expire keys and to purge data.';
  return [`The clock of the database is ${difference} that of this machine. ${remedy}`];
}

/** Finds members that a replication group has lost, and expects as many as each of them is configured to look for. */
async function findGroup(connection: Connection): Promise<string[]> {
  // Unlike @@variables, SHOW needs no privilege and does not fail for a plugin that is not loaded.
  const rows = await connection.query<{ Variable_name: string; Value: string }[]>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('group_replication_group_name', 'group_replication_group_seeds')",
  );
  const variables = new Map(rows.map((row) => [row.Variable_name, row.Value]));
  if (!variables.get('group_replication_group_name')) return [];
  const table = 'performance_schema.replication_group_members';
  const [members] = await connection
    .query<{ online: unknown }[]>(`SELECT COUNT(*) AS online FROM ${table} WHERE MEMBER_STATE = 'ONLINE'`)
    .catch(() => []);
  if (members === undefined) return [`The members of the group are unknown. GRANT SELECT ON ${table} to the user.`];
  const expected = Math.max(LEAST_MEMBERS, variables.get('group_replication_group_seeds')?.split(',').length ?? 0);
  if (Number(members.online) >= expected) return [];
  const remedy =
    'Start all members, and then run docs/operations/form-group, which restores missing members or the whole group.';
  return [`${Number(members.online)} of ${expected} members of the group are online. ${remedy}`];
}
