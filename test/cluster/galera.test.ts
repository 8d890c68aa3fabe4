import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, newKeyIn } from '../support/callers.js';
import { freePort } from '../support/free-port.js';
import { mariadb } from '../support/mariadb.js';
import { newMysqlServer, type MysqlServer } from '../support/mysql-server.js';
import { serveWhenReady } from '../support/process.js';
import { describeUnless } from '../support/requirements.js';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';

const missing =
  mariadb.missing ?? (existsSync(PROVIDER) ? undefined : `no ${PROVIDER}; on Debian: apt-get install galera-4`);

describeUnless(missing, 'A service on one node of a Galera cluster of three', () => {
  let nodes: MysqlServer[];

  beforeAll(async () => {
    nodes = await Promise.all(
      [1, 2, 3].map(() => newMysqlServer('mariadbd', SERVER, undefined, 'CREATE DATABASE mysql')),
    );
    // The provider needs the database `mysql` when it starts.
    for (const node of nodes) {
      await node.start();
      await node.stop();
    }
    const ports = [await freePort(), await freePort(), await freePort()];
    for (const [at, node] of nodes.entries()) {
      await node.start(...nodeOptions(ports, at), ...(at === 0 ? ['--wsrep-new-cluster'] : []));
      await eventually(async () => (await sizeOf(nodes[0])) === at + 1);
    }
    await nodes[0]?.query('CREATE DATABASE animals');
  });
  afterAll(() => Promise.all(nodes.map((node) => node.remove())));

  it('names every animal by its own id after another node has left, also in replays', async () => {
    const [writing, , leaving] = nodes;
    if (writing === undefined) throw new Error('there is no node');
    const key = await newKeyIn(writing.url);
    const service = await serveWhenReady({ env: { DATABASE_URL: writing.url } });
    const call = callerOf(service.url, key);
    const answers: { readonly name: string; readonly text: string }[] = [];
    const stop = keepCalling(6, async (caller, turn) => {
      const name = `${caller} ${turn}`;
      const { status, text } = await call(addition(name, caller % 2 === 0 ? name : undefined));
      if (status === 201) answers.push({ name, text });
    });
    const more = () => {
      const before = answers.length;
      return eventually(() => answers.length > before + 60);
    };
    await more();
    await leaving?.kill();
    await eventually(async () => (await sizeOf(writing)) === 2);
    await more();
    await stop();

    const names = new Map((await writing.query('SELECT id, name FROM animals.pets')).map(({ id, name }) => [id, name]));
    const named = answers.map(({ text }) => JSON.parse(text) as { id: number; name: string }); // animals, by the API
    expect(named.filter(({ id, name }) => names.get(id) !== name)).toEqual([]);
    expect(new Set(named.map(({ id }) => id)).size).toBe(answers.length);
    const keyed = answers.filter(({ name }) => Number(name.split(' ')[0]) % 2 === 0);
    for (const { name, text } of keyed.slice(-30)) expect((await call(addition(name, name))).text).toBe(text);
    await service.stop();
  });
});

const SERVER = ['--skip-grant-tables', '--innodb-buffer-pool-size=32M', '--innodb-log-file-size=16M'];

/** The other nodes join without a copy of the data, because nothing reads at them: what changes is the size of the cluster. */
function nodeOptions(ports: readonly number[], at: number): string[] {
  const address = `127.0.0.1:${ports[at]}`;
  return [
    '--wsrep-on=ON',
    `--wsrep-provider=${PROVIDER}`,
    `--wsrep-provider-options=base_port=${ports[at]};gmcast.listen_addr=tcp://${address};gcache.size=16M`,
    `--wsrep-cluster-address=gcomm://${ports.map((port) => `127.0.0.1:${port}`).join()}`,
    `--wsrep-node-address=${address}`,
    '--wsrep-sst-method=skip',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
  ];
}

async function sizeOf(node: MysqlServer | undefined): Promise<number> {
  const [row] = (await node?.query("SHOW STATUS LIKE 'wsrep_cluster_size'")) ?? [];
  return Number(row?.Value);
}
