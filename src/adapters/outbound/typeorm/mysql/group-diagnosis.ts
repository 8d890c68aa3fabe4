import type { QueryRunner } from 'typeorm';
import type { Finding } from '../../../../domain/ports/store.js';
import { finding, select } from '../finding.js';

/** Checks whether the server accepts writes and, for a member of Group Replication, its role and the group's majority. */
export async function diagnoseGroup(runner: QueryRunner): Promise<Finding[]> {
  // Unlike @@variables, SHOW does not fail for a plugin that is not loaded, and needs no privilege.
  const rows = await select(
    runner,
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN
      ('read_only', 'super_read_only', 'group_replication_group_name', 'group_replication_member_expel_timeout')`,
  );
  const variables = new Map(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
  const readOnly = ['super_read_only', 'read_only'].find((name) => variables.get(name) === 'ON');
  return [
    finding(
      'writes',
      readOnly === undefined,
      readOnly === undefined ? 'The server accepts writes.' : `The server is read-only (${readOnly}).`,
      'Let DATABASE_URL name a proxy that leads to the primary, or end the read-only mode.',
    ),
    ...(variables.get('group_replication_group_name')
      ? [await findGroup(runner, variables.get('group_replication_member_expel_timeout') ?? '')]
      : []),
  ];
}

async function findGroup(runner: QueryRunner, expelTimeout: string): Promise<Finding> {
  const members = await select(
    runner,
    `SELECT MEMBER_ID = @@server_uuid AS self, MEMBER_STATE AS state, MEMBER_ROLE AS role
      FROM performance_schema.replication_group_members`,
  ).catch(() => undefined);
  if (members === undefined) {
    const hint = 'GRANT SELECT ON performance_schema.replication_group_members lets doctor read its state.';
    return finding('group', true, `The server is configured for Group Replication. ${hint}`, '');
  }
  const { state, role } = members.find((member) => Number(member.self) === 1) ?? { state: 'OFFLINE', role: '' };
  const online = members.filter((member) => member.state === 'ONLINE').length;
  return finding(
    'group',
    state === 'ONLINE' && 2 * online > members.length,
    `The server is ${String(state)} with the role ${String(role).toLowerCase() || 'none'}; ${online} of ${members.length} ` +
      `members are online. The group expels an unreachable member after 5 s and group_replication_member_expel_timeout = ${expelTimeout} s.`,
    'Start the missing members, or form the group anew from those that are left: see docs/operations/scaling.md.',
  );
}
