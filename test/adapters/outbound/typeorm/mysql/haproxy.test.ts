import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { HAPROXY_FILE, haproxyMissing, startHaproxy, type Haproxy } from '../../../../support/haproxy.js';
import { mysqlMissing } from '../../../../support/mysql.js';
import { OwnMysql } from '../../../../support/own-mysql.js';
import { freePort } from '../../../../support/process.js';
import { describeUnless } from '../../../../support/requirements.js';

const WAIT_MS = 30_000;

describeUnless(haproxyMissing, HAPROXY_FILE, () => {
  it('is valid', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', HAPROXY_FILE], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

// The servers have no group. HAProxy sees of each whether it is writable, as it does in a group.
describeUnless(haproxyMissing ?? mysqlMissing, `${HAPROXY_FILE}, in front of two servers`, () => {
  let first: OwnMysql;
  let second: OwnMysql;
  let haproxy: Haproxy;

  beforeAll(async () => {
    [first, second] = await Promise.all([OwnMysql.prepare(), OwnMysql.prepare()]);
    for (const server of [first, second]) {
      await server.start();
      await asRoot(server, "CREATE USER health@'%'");
      await asRoot(server, "GRANT SELECT ON performance_schema.replication_group_members TO health@'%'");
    }
    await asRoot(second, 'SET GLOBAL super_read_only = ON');
    const ports = [first.options.port, second.options.port, await freePort()];
    haproxy = await startHaproxy(ports.map((port) => `127.0.0.1:${port}`));
  }, 120_000);

  afterAll(async () => {
    await haproxy.stop();
    for (const server of [first, second]) await server.remove();
  });

  it('leads to the one that takes writes, and after a switch ends the connections to the other', async () => {
    await untilLedTo(first);
    const pooled = await connection();
    const ended = once(pooled, 'end');
    pooled.on('error', () => undefined);

    await asRoot(first, 'SET GLOBAL super_read_only = ON');
    await asRoot(second, 'SET GLOBAL super_read_only = OFF');
    await ended;
    await untilLedTo(second);
  }, 90_000);

  it('leads nowhere while none takes writes', async () => {
    for (const server of [first, second]) await asRoot(server, 'SET GLOBAL super_read_only = ON');
    await until(async () => (await portBehind()) === undefined);
    await asRoot(first, 'SET GLOBAL super_read_only = OFF');
    await untilLedTo(first);
  }, 90_000);

  function connection(): Promise<mysql.Connection> {
    return mysql.createConnection({ host: '127.0.0.1', port: haproxy.port, user: 'root' });
  }

  /** The port of the server that a new connection leads to. */
  async function portBehind(): Promise<number | undefined> {
    try {
      const opened = await connection();
      const [rows] = await opened.query<RowDataPacket[]>('SELECT @@port AS port');
      await opened.end();
      return Number(rows[0]?.port);
    } catch {
      return undefined;
    }
  }

  function untilLedTo(server: OwnMysql): Promise<void> {
    return until(async () => (await portBehind()) === server.options.port);
  }
});

async function asRoot(server: OwnMysql, statement: string): Promise<void> {
  const root = await server.root();
  await root.query(statement);
  await root.end();
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; !(await condition());) {
    if (performance.now() > deadline) throw new Error('It never came.');
    await sleep(50);
  }
}
