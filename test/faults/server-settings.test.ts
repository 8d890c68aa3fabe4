import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { addition, callerOf, newKeyIn } from '../support/callers.js';
import { eventually } from '../support/eventually.js';
import { animalStore } from '../support/command.js';
import { IS_LONG } from '../support/long.js';
import { serve, serveWhenReady } from '../support/process.js';
import { startTestServer } from '../support/server.js';
import { describeEach, SQL_SERVERS } from '../support/storages.js';
import type { DatabaseServer } from '../support/test-storage.js';

/** The rights of a service that may migrate. Its user is not exempt from `init_connect`, as an administrator is. */
const RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'ALTER', 'DROP', 'INDEX'];

describeEach(SQL_SERVERS, 'a server that is set otherwise', (kind) => {
  let server: DatabaseServer;
  let url: string;
  const set = (variable: string, value: string) => server.query(`SET GLOBAL ${variable} = ${value}`);
  const reset = async () => {
    for (const variable of new Set(settings.map(([name]) => name))) await set(variable, 'DEFAULT');
  };
  const settings: readonly (readonly [variable: string, value: string])[] = [
    ['auto_increment_increment', '7'],
    ['auto_increment_offset', '3'],
    ['autocommit', '0'],
    ['completion_type', "'CHAIN'"],
    ['completion_type', "'RELEASE'"],
    ['init_connect', "'SET autocommit = 0; SET NAMES latin1'"],
    ['init_connect', "'SET character_set_results = ascii'"],
    ['init_connect', "'SET NAMES utf8mb3'"],
    ['init_connect', "'SET sql_big_selects = 0, max_join_size = 1'"],
    kind.name === 'MySQL' ? ['max_execution_time', '1'] : ['max_statement_time', '0.000001'],
    ['max_prepared_stmt_count', '0'],
    ['sql_select_limit', '1'],
    ['transaction_read_only', '1'],
  ];
  /** The first value of each variable. */
  const together = [...new Map(settings.toReversed())];

  beforeAll(async () => {
    server = await kind.newServer();
    await server.start();
    url = await kind.addUser(server.url, RIGHTS);
  });
  afterAll(() => server.remove());
  afterEach(async () => {
    await reset();
    await server.query('DROP DATABASE animals');
    await server.query('CREATE DATABASE animals');
  });

  const cases = IS_LONG
    ? settings.map((setting) => ({ name: setting.join(' = '), changed: [setting] }))
    : [{ name: 'all at once', changed: together }];
  it.each(cases)('keeps what the service answers: $name', async ({ changed }) => {
    for (const [variable, value] of changed) await set(variable, value);
    const env = { DATABASE_URL: url };
    expect(await animalStore(['migrate'], { env })).toMatchObject({ code: 0 });
    expect((await animalStore(['migrate', '--status', '--json'], { env })).stdout).toBe('{"pending":[]}\n');
    const service = await startTestServer({ storage: parseStorageUrl(url) });
    const names = Array.from({ length: 80 }, (_, n) => `${n} Bel\u00e9n \u4e2d ${'\u{1f600}'.repeat(200)}`);
    const add = (name: string, n: number) =>
      service.post(JSON.stringify({ name, categoryId: 1 }), n % 2 === 0 ? {} : { 'idempotency-key': `${n}` });
    const added = await Promise.all(names.map(add));
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await service.get('/v1/pets?limit=100')).json).toHaveLength(80);
    expect((await animalStore(['keys', 'revoke', service.key.slice(0, 11)], { env })).code).toBe(0);
    await service.close();
    await reset();
    const stored = await server.query('SELECT id, name FROM animals.pets ORDER BY id');
    const answered = added.map(({ json }) => json as { readonly id: bigint; readonly name: string });
    const given = answered.map(({ id, name }) => ({ id: Number(id), name })).sort((one, other) => one.id - other.id);
    expect(stored.map(({ id, name }) => ({ id: Number(id), name }))).toEqual(given);
    expect(await server.query('SELECT 1 FROM animals.api_keys WHERE revoked_at IS NOT NULL')).toHaveLength(1);
  });
});

describeEach(SQL_SERVERS, 'a server that an option makes refuse changes', (kind) => {
  let server: DatabaseServer;
  let env: { DATABASE_URL: string };
  let key: string;

  beforeAll(async () => {
    server = await kind.newServer();
    await server.start();
    env = { DATABASE_URL: await kind.addUser(server.url, RIGHTS) };
    key = await newKeyIn(server.url);
  });
  beforeEach(() => server.stop());
  afterAll(() => server.remove());

  it('serves reads, and a refused change, the log and doctor say why', async () => {
    await server.start('--log-bin=log', '--server-id=1', '--binlog-format=STATEMENT');
    const service = await serveWhenReady({ env });
    const call = callerOf(service.url, key);
    expect((await call()).status).toBe(200);
    const reason = expect.stringMatching(/^A setting of the database prevents changes/);
    const named = expect.stringMatching(/ER_BINLOG_STMT_MODE_AND_ROW_ENGINE: .* SET GLOBAL binlog_format = ROW/);
    const refused = await call(addition('refused'));
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([503, { message: reason }]);
    const ready = await call({ path: '/readyz' });
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'refuses-writes', reason }]);
    expect(await animalStore(['doctor'], { env })).toMatchObject({ code: 69, stderr: named });
    // The advice holds for a service that runs, although its sessions have the old value.
    await server.query('SET GLOBAL binlog_format = ROW');
    await eventually(async () => (await call(addition('accepted'))).status === 201);
    expect(JSON.parse((await call({ path: '/readyz' })).text)).toEqual({ status: 'ready' });
    expect(await service.stop()).toMatchObject({ code: 0 });
    const reported = service.log().filter(({ err }) => err !== undefined);
    expect(new Set(reported.map(({ msg }) => msg))).toEqual(new Set(['request refused']));
    for (const { err } of reported) expect(err).toMatchObject({ reason: named });
  });

  it('is not ready if its engine is read-only', async () => {
    await server.start('--innodb-read-only');
    const cause = 'by innodb_read_only';
    expect(await animalStore(['doctor'], { env })).toMatchObject({ code: 69, stderr: expect.stringContaining(cause) });
    const service = await serve({ env });
    // The first attempt may take too long on a busy machine, and fails for that reason.
    await service.until(() => service.log().find(({ err }) => JSON.stringify({ err }).includes(cause)));
    expect((await callerOf(service.url, key)({ path: '/readyz' })).status).toBe(503);
    await service.stop();
  });
});
