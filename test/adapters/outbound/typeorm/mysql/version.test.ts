import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseVersion } from '../../../../../src/adapters/outbound/typeorm/mysql/diagnosis.js';
import { relayTo, withPort, type Relay } from '../../../../support/relay.js';
import { mariadb, startMariadb } from '../../../../support/mariadb.js';
import { mysql, newMysqlDatabase } from '../../../../support/mysql.js';
import { animalStore, serve } from '../../../../support/process.js';
import { describeEach, targets } from '../../../../support/storages.js';
import type { TestTarget } from '../../../../support/test-storage.js';

interface Finding {
  check: string;
  ok: boolean;
  message: string;
}

describe('the version of a server', () => {
  it.each([
    ['8.4.0', 'MySQL', true],
    ['9.7.1-commercial', 'MySQL', true],
    ['10.0.0', 'MySQL', true],
    ['8.3.9', 'MySQL', false],
    ['8.0.11-TiDB-v7.5.0', 'MySQL', false],
    ['11.8.3-MariaDB-0+deb13u1', 'MariaDB', true],
    ['12.0.2-MariaDB-ubu2404', 'MariaDB', true],
    ['11.7.2-MariaDB', 'MariaDB', false],
    ['10.11.14-MariaDB-0+deb12u2', 'MariaDB', false],
  ])('%s is read as %s, supported: %s', (version, product, isSupported) => {
    expect(parseVersion(version)).toEqual({ product, isSupported });
  });
});

/** A statement and one of the same length, which takes its place on the wire. */
const QUESTION = 'SELECT VERSION() AS version';
const OLD_ANSWER = "SELECT'10.1-MariaDB'version";

describeEach([mysql], 'a MariaDB that is too old', (kind) => {
  const target = targets(kind);
  const REASON = 'the server is MariaDB 10.1-MariaDB; use MySQL 8.4 or later, or MariaDB 11.8 or later';
  let proxy: Relay;
  let env: { DATABASE_URL: string };

  beforeEach(async () => {
    proxy = await relayTo(target().options.port, (client, server) => {
      server.pipe(client);
      client.on('data', (bytes) => {
        server.write(Buffer.from(bytes.toString('latin1').replace(QUESTION, OLD_ANSWER), 'latin1'));
      });
    });
    env = { DATABASE_URL: withPort(target().url, proxy.port) };
  });
  afterEach(() => proxy.close());

  it('is refused by the doctor, with the reason', async () => {
    const { code, stdout } = await animalStore(['doctor', '--json'], { env });
    expect(code).toBe(69);
    expect((JSON.parse(stdout) as Finding[]).filter(({ ok }) => !ok)).toMatchObject([
      { check: 'reachability', message: expect.stringContaining(REASON) },
    ]);
  });

  it('is refused by the other commands, with the reason', async () => {
    const { code, stderr } = await animalStore(['accounts', 'list'], { env });
    expect(code).toBe(69);
    expect(stderr).toContain(REASON);
  });

  it('keeps the service from being ready, with the reason in the log', async () => {
    const service = await serve({ env });
    const line = await service.until(() => service.log().find(({ msg }) => msg === 'store is unavailable'));
    expect(JSON.stringify(line)).toContain(REASON);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    await service.stop();
  });
});

describeEach([mariadb], 'the doctor', () => {
  async function diagnose({ url }: TestTarget): Promise<Finding[]> {
    const env = { DATABASE_URL: url };
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    const { code, stdout } = await animalStore(['doctor', '--json'], { env });
    const findings = JSON.parse(stdout) as Finding[]; // what the command prints
    expect({ code, faults: findings.filter(({ ok }) => !ok) }).toEqual({ code: 0, faults: [] });
    return findings;
  }

  it('accepts the server', async () => {
    const database = await mariadb.newTarget();
    const findings = await diagnose(database);
    expect(findings.find(({ check }) => check === 'version')?.message).toMatch(/^The server is MariaDB \d+\.\d+/);
    await database.drop();
  });

  it('reports that the reads of a Galera node may lag', async () => {
    const node = await startMariadb('--wsrep-on=ON');
    const database = await newMysqlDatabase(node.port);
    const galera = async () => (await diagnose(database)).find(({ check }) => check === 'galera')?.message;
    expect(await galera()).toMatch(/wsrep_sync_wait = 0: a read at one node may miss what was added at another/);
    await database.root.query('SET GLOBAL wsrep_sync_wait = 1');
    expect(await galera()).toBe('The server is a Galera node; wsrep_sync_wait = 1.');
    await database.drop();
    await node.remove();
  });
});
