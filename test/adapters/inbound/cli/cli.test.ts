import { cpSync, existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  animalStore,
  animalStoreProcess,
  bash,
  folderWithEmptyDatabase,
  freePort,
  MAIN,
  newFolder,
  serve,
  serveWhenReady,
  type Ended,
  type RunningService,
  type Surroundings,
} from '../../../support/process.js';
import { portOf, withPort } from '../../../support/relay.js';
import { runOnFile } from '../../../support/sqlite.js';
import { describeFirst, having } from '../../../support/storages.js';
import type { TestTarget } from '../../../support/test-storage.js';

const KEY = /as_[0-9A-Za-z]{36}/g;
const ONE_KEY = /^as_[0-9A-Za-z]{36}\n$/;
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const OWNER = 'owner@localhost';

function bearer(key: string): { headers: { Authorization: string } } {
  return { headers: { Authorization: `Bearer ${key}` } };
}

async function addPet(url: string, key: string, name: string): Promise<Response> {
  return fetch(`${url}/v1/pets`, {
    method: 'POST',
    headers: { ...bearer(key).headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  });
}

async function namesOfPets(url: string, key: string): Promise<string[]> {
  const response = await fetch(`${url}/v1/pets`, bearer(key));
  expect(response.status).toBe(200);
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

/** Waits until a service refuses a key that another process revoked; it caches keys for a few seconds. */
async function refusal(service: RunningService, key: string): Promise<void> {
  await service.until(async () => (await statusOf(`${service.url}/v1/pets`, bearer(key))) === 401 || undefined);
}

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

/** `true` once `/readyz` says so; to be asked again until then. */
async function isReady(url: string): Promise<true | undefined> {
  return (await statusOf(`${url}/readyz`)) === 200 ? true : undefined;
}

function outputOf({ stdout, stderr }: Ended): string {
  return stdout + stderr;
}

let prepared: string;

beforeAll(async () => {
  prepared = newFolder();
  expect(await animalStore(['migrate'], { cwd: prepared })).toMatchObject({ code: 0 });
  expect(await animalStore(['accounts', 'create', OWNER], { cwd: prepared })).toMatchObject({ code: 0 });
});

/** A folder of its own, with a migrated store that has the owner's account and nothing else. */
function preparedStore(): Surroundings {
  const cwd = newFolder();
  cpSync(prepared, cwd, { recursive: true });
  return { cwd };
}

async function newKey(store: Surroundings, ...options: string[]): Promise<string> {
  const { stdout } = await animalStore(['keys', 'create', '--account', OWNER, ...options], store);
  expect(stdout).toMatch(ONE_KEY);
  return stdout.trim();
}

/** A server that holds a port of 127.0.0.1; the port is free once it is closed. */
async function holdPort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

describe('the first start', () => {
  test('makes the store, an account and a key, and prints curl lines that work; the second keeps all of it', async () => {
    const cwd = newFolder();
    const first = await serveWhenReady({ cwd });
    await first.until(() => first.stderr().endsWith('accounts password owner@localhost\n\n') || undefined);
    expect(existsSync(join(cwd, 'data/animal-store.sqlite'))).toBe(true);

    expect(new Set(first.stderr().match(KEY)).size).toBe(1);
    const lines = first.stderr().split('\n');
    const [key, ...moreKeys] = lines.map((line) => line.trim()).filter((line) => ONE_KEY.test(`${line}\n`));
    expect(moreKeys).toEqual([]);
    const [add, list, ...moreCurls] = lines.map((line) => line.trim()).filter((line) => line.startsWith('curl '));
    expect(moreCurls).toEqual([]);
    const rex = '{"id":1,"name":"Rex","categoryId":1,"status":"available"}';
    expect(await bash(`${add} --silent --show-error`)).toEqual({ code: 0, stdout: `${rex}\n`, stderr: '' });
    expect(await bash(`${list} --silent --show-error`)).toEqual({ code: 0, stdout: `[${rex}]\n`, stderr: '' });
    expect(await first.stop()).toMatchObject({ code: 0, stdout: expect.not.stringContaining(String(key)) });

    const second = await serveWhenReady({ cwd });
    const line = `KEY=$(animal-store keys create --account ${OWNER}) && printf '<%s>' "$KEY"`;
    const { stdout } = await bash(line, { cwd });
    expect(stdout).toMatch(/^<as_[0-9A-Za-z]{36}>$/);
    for (const each of [String(key), stdout.slice(1, -1)]) expect(await namesOfPets(second.url, each)).toEqual(['Rex']);
    expect(await second.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  });

  test('prints a fresh key at every start on memory', async () => {
    const env = { DATABASE_URL: 'memory:' };
    const services = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    const keys = await Promise.all(
      services.map(async (service) => {
        const key = await service.until(() => service.stderr().match(KEY)?.[0]);
        expect(await namesOfPets(service.url, key)).toEqual([]);
        return key;
      }),
    );
    expect(new Set(keys).size).toBe(2);
    for (const { code } of await Promise.all(services.map((service) => service.stop()))) expect(code).toBe(0);
  });
});

describe('serve', () => {
  let store: Surroundings;
  beforeAll(() => {
    store = preparedStore();
  });

  test('logs one JSON line a request with its caller and outcome, and with neither key nor body', async () => {
    const key = await newKey(store);
    const service = await serveWhenReady(store);
    expect(new URL(service.url).port).not.toBe('0');
    await addPet(service.url, key, 'Rumpelstiltskin');
    await fetch(`${service.url}/v1/pets/1`, { headers: { ...bearer(key).headers, 'X-Request-Id': 'wanted' } });
    await fetch(`${service.url}/v1/pets?status=lost`, { ...bearer(key), method: 'HEAD' });
    await fetch(`${service.url}/v1/pets`, bearer(`${key.slice(0, -1)}!`));
    await fetch(`${service.url}/nowhere`);
    const { code, stdout, stderr } = await service.stop();

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = service.log().filter(({ method }) => method !== undefined);
    const common = { level: 'info', time: INSTANT, requestId: expect.any(String), durationMs: expect.any(Number) };
    const caller = { account: 1, keyPrefix: key.slice(0, 11) };
    expect(lines).toEqual([
      { ...common, ...caller, method: 'POST', route: '/v1/pets', status: 201, msg: 'request' },
      {
        ...common,
        ...caller,
        requestId: 'wanted',
        method: 'GET',
        route: '/v1/pets/:petId',
        status: 200,
        msg: 'request',
      },
      { ...common, ...caller, method: 'HEAD', route: '/v1/pets', status: 400, code: 'invalid_request', msg: 'request' },
      { ...common, method: 'GET', status: 401, code: 'api_key_invalid', msg: 'request' },
      { ...common, method: 'GET', status: 404, code: 'not_found', msg: 'request' },
    ]);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(5);
    expect(stdout).not.toContain(key.slice(0, 12));
    expect(stdout).not.toContain('Rumpelstiltskin');
  });

  test('finishes requests in flight when it receives SIGTERM, and accepts no new ones', async () => {
    const key = await newKey(store);
    const service = await serveWhenReady(store);
    const body = '{"name":"Slow","categoryId":1}';
    const headers = { ...bearer(key).headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
    const slow = request(`${service.url}/v1/pets`, { method: 'POST', headers });
    const answered = new Promise<[status: number | undefined, connection: string | undefined, body: string]>(
      (resolve, reject) => {
        slow.once('error', reject);
        slow.once('response', (response) => {
          void text(response).then((answer) => resolve([response.statusCode, response.headers.connection, answer]));
        });
      },
    );
    slow.write(body.slice(0, 10));
    await statusOf(`${service.url}/livez`); // by now the slow one has arrived

    const ended = service.stop();
    await service.until(async () => ((await fetch(service.url).catch(() => undefined)) ? undefined : true));
    slow.end(body.slice(10));
    expect(await answered).toEqual([201, 'close', expect.stringContaining('"Slow"')]);
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('limits how often a key may call if RATE_LIMIT is set', async () => {
    const key = await newKey(store);
    const service = await serveWhenReady({ ...store, env: { RATE_LIMIT: '2/60s' } });
    const statuses: number[] = [];
    for (let each = 0; each < 3; each++) statuses.push(await statusOf(`${service.url}/v1/pets`, bearer(key)));
    expect(statuses).toEqual([200, 200, 429]);
    expect((await service.stop()).code).toBe(0);
    expect(service.log().find(({ status }) => status === 429)).toMatchObject({
      code: 'rate_limited',
      keyPrefix: key.slice(0, 11),
    });
  });

  test('deletes expired sessions, and no others', async () => {
    const path = join(String(store.cwd), 'data/animal-store.sqlite');
    const add = (digit: string, at: number) =>
      runOnFile(
        path,
        `INSERT INTO sessions (hash, account_id, created_at, last_seen_at) VALUES ('${digit.repeat(64)}', 1, ${at}, ${at})`,
      );
    add('1', 0);
    add('2', Date.now());
    const service = await serveWhenReady(store);
    const kept = () => runOnFile(path, 'SELECT substr(hash, 1, 1) AS digit FROM sessions');
    await service.until(() => kept().length === 1 || undefined);
    expect(kept()).toEqual([{ digit: '2' }]);
    expect((await service.stop()).code).toBe(0);
  });

  test('says in one line that its port is taken', async () => {
    const { server, port } = await holdPort();
    const { code, stdout, stderr } = await animalStoreProcess(['serve'], { ...store, env: { PORT: String(port) } });
    server.close();
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^port ${port} is taken on 127\\.0\\.0\\.1; set PORT to another, such as ${port + 1}, .*\\n$`),
    );
  });

  test('says in one line that its host is not an address of the machine', async () => {
    const { code, stderr } = await animalStoreProcess(['serve'], { ...store, env: { HOST: '203.0.113.7' } });
    expect(code).toBe(78);
    expect(stderr).toMatch(/^HOST is "203\.0\.113\.7"; it must be .* of this machine, .*\n$/);
  });

  test('leaves the schema alone with MIGRATE_ON_START=false, and says what is pending', async () => {
    const fresh = { cwd: newFolder(), env: { MIGRATE_ON_START: 'false', PORT: '0' } };
    const { code, stderr } = await animalStoreProcess(['serve'], fresh);
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The store .*\(migrations are pending: \w+(, \w+)*; run animal-store migrate\)\n$/);
    expect(await animalStore(['migrate'], fresh)).toMatchObject({ code: 0 });
    expect((await (await serveWhenReady(fresh)).stop()).code).toBe(0);
  });

  test.each([
    ['serve', 'a path that cannot be a file', 'sqlite:/dev/null/store.sqlite', /cannot create .*ENOTDIR/],
    ['migrate', 'a folder', 'sqlite:/tmp', /\/tmp is a folder, not a file/],
    ['migrate', 'a device', 'sqlite:/dev/full', /\/dev\/full is a device, not a file/],
    ['serve', 'a file of another kind', `sqlite:${MAIN}`, /main\.js is not an SQLite database/],
  ])('%s does not start on %s, and says what an operator has to correct', async (command, _, url, reason) => {
    const { code, stderr } = await animalStoreProcess([command], { env: { DATABASE_URL: url, PORT: '0' } });
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The store cannot be used until an operator corrects .*\)\n$/);
    expect(stderr).toMatch(reason);
  });
});

describe('a file .env', () => {
  test('is read by the service and by commands, and the environment wins', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '.env'), 'DATABASE_URL=sqlite:elsewhere.sqlite\nLOG_LEVEL=loud\n');
    expect((await animalStoreProcess(['migrate'], { cwd })).stderr).toMatch(/^LOG_LEVEL is "loud"/);
    expect(await animalStoreProcess(['migrate'], { cwd, env: { LOG_LEVEL: 'info' } })).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, 'elsewhere.sqlite'))).toBe(true);
  });
});

describe('the accounts commands', () => {
  let store: Surroundings;
  beforeAll(() => {
    store = preparedStore();
  });

  test('make and list accounts, for people and for scripts', async () => {
    const jane = await animalStore(['accounts', 'create', 'Jane@Example.com'], store);
    expect(jane).toEqual({ code: 0, stdout: 'jane@example.com\n', stderr: '' });
    const joe = await animalStore(['accounts', 'create', 'joe@example.com', '--json'], store);
    expect(JSON.parse(joe.stdout)).toEqual({ id: 3, email: 'joe@example.com', createdAt: INSTANT });

    const [plain, json] = await Promise.all([
      animalStore(['accounts', 'list'], store),
      animalStore(['accounts', 'list', '--json'], store),
    ]);
    expect(plain.stdout.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
      'EMAIL',
      OWNER,
      'jane@example.com',
      'joe@example.com',
      '',
    ]);
    expect(JSON.parse(json.stdout)).toEqual([
      { id: 1, email: OWNER, createdAt: INSTANT },
      { id: 2, email: 'jane@example.com', createdAt: INSTANT },
      { id: 3, email: 'joe@example.com', createdAt: INSTANT },
    ]);
  });

  test('refuse, with the reason, an address that is taken or is none', async () => {
    const [taken, none] = await Promise.all([
      animalStore(['accounts', 'create', 'OWNER@localhost'], store),
      animalStore(['accounts', 'create', 'nobody'], store),
    ]);
    expect(taken).toEqual({ code: 1, stdout: '', stderr: `An account has the email ${OWNER} already.\n` });
    expect(none).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^email must be an address .*\n$/) });
  });
});

describe('accounts password', () => {
  const PASSWORD = 'a quiet river bend';
  let store: Surroundings;
  beforeEach(() => {
    store = preparedStore();
  });

  /** What the store keeps of the owner's password. */
  function keptHash(): unknown {
    return onFile('SELECT password_hash AS hash FROM accounts')[0]?.hash;
  }

  function onFile(statement: string): Record<string, unknown>[] {
    return runOnFile(join(String(store.cwd), 'data/animal-store.sqlite'), statement);
  }

  /** Types these on a terminal, one at each prompt. */
  function onTerminal(...typed: string[]): Promise<Ended> {
    const questions = ['New password:', 'Once more:'];
    const typing = typed.map(
      (keys, at) => `until grep -qs '${questions[at]}' shown; do sleep 0.05; done; printf '${keys}'`,
    );
    const command = `'${process.execPath}' '${MAIN}' accounts password ${OWNER}`;
    return bash(`{ ${typing.join('; ')}; } | script -qefc "${command}" shown`, store);
  }

  test('reads a password from standard input, stores only its hash, and never prints it', async () => {
    expect(keptHash()).toBeNull();
    const set = await bash(`printf '%s\\n' '${PASSWORD}' | animal-store accounts password ${OWNER}`, store);
    expect(set).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^The password of owner@localhost is set\..*\n$/),
    });
    const first = keptHash();
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    const again = await bash(
      `printf '%s' '${PASSWORD}' | animal-store accounts password OWNER@localhost --json`,
      store,
    );
    expect(JSON.parse(again.stdout)).toEqual({ email: OWNER, password: 'set' });
    expect(keptHash()).not.toBe(first);
    for (const each of [set, again]) expect(outputOf(each)).not.toContain(PASSWORD);
  });

  test('asks twice on a terminal, and shows nothing of what is typed', async () => {
    const { code, stdout } = await onTerminal(`${PASSWORD}\\r`, `${PASSWORD}\\r`);
    expect({ code, shown: stdout.split(/[\r\n]+/) }).toEqual({
      code: 0,
      shown: ['New password: ', 'Once more: ', expect.stringMatching(/ is set\./), ''],
    });
    expect(keptHash()).toMatch(/^\$argon2id\$/);
  });

  test.each([
    ['differ', [`${PASSWORD}\\r`, `${PASSWORD}!\\r`], /differ/],
    ['would be too short', ['short\\r'], /12 to 128 characters/], // said before it is typed again
    ['are none', ['\\r'], /No password was given/],
    ['were broken off', ['abc\\003'], /No password was given/],
  ])('sets nothing where the two %s', async (_, typed, reason) => {
    const { code, stdout } = await onTerminal(...typed);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(reason) });
    expect(stdout).not.toContain('abc');
    expect(keptHash()).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['two lines', `${PASSWORD}\\n${PASSWORD}\\n`],
    ['a password that is too short', 'short\\n'],
  ])('refuses %s, with the reason', async (_, input) => {
    const refused = await bash(`printf '${input}' | animal-store accounts password ${OWNER}`, store);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^(Standard input must|password ).*\n$/),
    });
    expect(keptHash()).toBeNull();
  });

  test('refuses an account that does not exist', async () => {
    const refused = await bash(`echo '${PASSWORD}' | animal-store accounts password nobody@localhost`, store);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'No account has the email nobody@localhost.\n' });
  });

  test('ends every session of the account', async () => {
    for (const [digit, account] of ['11', '21', '32']) {
      onFile(
        `INSERT INTO sessions (hash, account_id, created_at, last_seen_at) VALUES ('${String(digit).repeat(64)}', ${account}, 0, 0)`,
      );
    }
    await bash(`echo '${PASSWORD}' | animal-store accounts password ${OWNER}`, store);
    const left = onFile('SELECT account_id AS account FROM sessions');
    expect(left).toEqual([{ account: 2 }]);
  });
});

describe('the keys commands', () => {
  let store: Surroundings;
  beforeEach(() => {
    store = preparedStore();
  });

  test('make, list and revoke keys, and a running service soon refuses a revoked or expired key', async () => {
    const service = await serveWhenReady(store);
    const brief = await newKey(store, '--expires-in', '1s');
    const created = await animalStore(['keys', 'create', '--account', OWNER, '--name', 'till', '--json'], store);
    const { key, ...shown } = JSON.parse(created.stdout) as { key: string; prefix: string };
    expect(shown).toEqual({
      prefix: key.slice(0, 11),
      accountId: 1,
      name: 'till',
      createdAt: INSTANT,
      email: OWNER,
    });
    expect(created.stderr).toContain(shown.prefix);
    expect(created.stderr).not.toContain(key);

    expect(await namesOfPets(service.url, key)).toEqual([]);
    const revoked = await animalStore(['keys', 'revoke', shown.prefix, '--json'], store);
    expect(JSON.parse(revoked.stdout)).toEqual({ prefix: shown.prefix, state: 'revoked' });
    for (const each of [key, brief]) await refusal(service, each);

    await animalStore(['accounts', 'create', 'jane@example.com'], store);
    const [plain, json, others, again] = await Promise.all([
      animalStore(['keys', 'list'], store),
      animalStore(['keys', 'list', '--account', OWNER, '--json'], store),
      animalStore(['keys', 'list', '--account', 'jane@example.com', '--json'], store),
      animalStore(['keys', 'revoke', shown.prefix], store),
    ]);
    const cell = /\S+(?: \S+)*/g;
    const [head, ...rows] = plain.stdout.trim().split('\n');
    expect(head?.match(cell)).toEqual(['PREFIX', 'NAME', 'ACCOUNT', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE']);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(rows.map((row) => row.match(cell))).toEqual([
      [brief.slice(0, 11), 'default', OWNER, moment, moment, '-', 'expired'],
      [shown.prefix, 'till', OWNER, moment, '-', moment, 'revoked'],
    ]);
    const listed = { accountId: 1, email: OWNER, createdAt: INSTANT };
    expect(JSON.parse(json.stdout)).toEqual([
      { ...listed, prefix: brief.slice(0, 11), name: 'default', expiresAt: INSTANT, state: 'expired' },
      { ...listed, prefix: shown.prefix, name: 'till', lastUsedAt: INSTANT, revokedAt: INSTANT, state: 'revoked' },
    ]);
    expect(JSON.parse(others.stdout)).toEqual([]);
    expect(again).toEqual({ code: 0, stdout: '', stderr: `Key ${shown.prefix}… is revoked.\n` });
    expect((await service.stop()).code).toBe(0);
  });

  test('refuse, with the reason, what does not exist or breaks a rule, and never repeat a key', async () => {
    const key = await newKey(store);
    const [account, name, lifetime, whole] = await Promise.all([
      animalStore(['keys', 'create', '--account', 'nobody@localhost'], store),
      animalStore(['keys', 'create', '--account', OWNER, '--name', ' '], store),
      animalStoreProcess(['keys', 'create', '--account', OWNER, '--expires-in', '90'], store),
      animalStore(['keys', 'revoke', key], store),
    ]);
    const refused = (reason: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
    expect(account).toEqual(refused(/^No account .*\n$/));
    expect(name).toEqual(refused(/^name must .*\n$/));
    expect(lifetime).toEqual(refused(/^error: .*'90' is invalid. It must be .* such as 90d/));
    expect(whole).toEqual(refused(/^No API key .*\n$/));
    expect(outputOf(whole)).not.toContain(key);
  });
});

describe('a command that only reads', () => {
  test.each([
    ['accounts create', ['accounts', 'create', 'jane@example.com']],
    ['migrate --status', ['migrate', '--status']],
    ['doctor', ['doctor']],
  ])('or needs a store that is prepared does not create one, and names the missing file: %s', async (_, command) => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await animalStore(command, { cwd });
    expect(code).toBe(69);
    expect(stdout + stderr).toContain(join(realpathSync(cwd), 'data/animal-store.sqlite'));
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('migrate', () => {
  test('tells what is pending, brings it in, and then has nothing to do', async () => {
    const store = { cwd: folderWithEmptyDatabase() };
    const pending = await animalStore(['migrate', '--status', '--json'], store);
    expect(pending.code).toBe(0);
    const { pending: names } = JSON.parse(pending.stdout) as { pending: string[] };
    expect(names.slice(0, 2)).toEqual([
      expect.stringMatching(/^InitialSchema\d+$/),
      expect.stringMatching(/^AccountHolders\d+$/),
    ]);
    const status = await animalStore(['migrate', '--status'], store);
    expect(status).toEqual({ code: 0, stdout: `${names.join('\n')}\n`, stderr: `${names.length} pending.\n` });

    const early = await animalStore(['accounts', 'list'], store);
    expect(early).toEqual({
      code: 69,
      stdout: '',
      stderr: expect.stringMatching(/run animal-store migrate\)\n$/),
    });

    const applied = await animalStore(['migrate', '--json'], store);
    expect(JSON.parse(applied.stdout)).toEqual({ applied: names });
    const [again, left] = await Promise.all([
      animalStore(['migrate'], store),
      animalStore(['migrate', '--status', '--json'], store),
    ]);
    expect(again).toEqual({ code: 0, stdout: '', stderr: 'The schema is up to date.\n' });
    expect(JSON.parse(left.stdout)).toEqual({ pending: [] });
  });
});

describe('the command line', () => {
  const STORE_COMMANDS = [['migrate'], ['keys', 'create', '--account', OWNER]];

  test('has help', async () => {
    const words = [[], ['keys', 'create']];
    const helps = await Promise.all(words.map((command) => animalStoreProcess([...command, '--help'])));
    helps.forEach((help, at) => {
      const usage = `Usage: ${['animal-store', ...(words[at] ?? [])].join(' ')}`;
      expect(help).toEqual({ code: 0, stdout: expect.stringContaining(usage), stderr: '' });
    });
  });

  test('refuses what it does not know, and shows what it knows', async () => {
    const wrong = [['feed'], ['serve', '--fast'], ['keys', 'create'], []];
    const ended = await Promise.all(wrong.map((command) => animalStoreProcess(command)));
    for (const each of ended) {
      expect(each).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Usage: animal-store') });
    }
    expect(ended.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      "error: unknown command 'feed'",
      "error: unknown option '--fast'",
      "error: required option '--account <email>' not specified",
      expect.stringMatching(/^Usage/),
    ]);
  });

  test('refuses memory where another process could not reach it', async () => {
    const ended = await Promise.all(
      STORE_COMMANDS.map((command) => animalStore(command, { env: { DATABASE_URL: 'memory:' } })),
    );
    const reason = 'DATABASE_URL names memory, which no other process can reach; name another store.\n';
    for (const each of ended) expect(each).toEqual({ code: 1, stdout: '', stderr: reason });
  });

  test('reports all configuration errors at once, one in a line, with every command', async () => {
    const env = { PORT: 'x', DATABASE_URL: 'mysql://keeper:hunter2@db', LOG_LEVEL: 'loud' };
    const ended = await Promise.all([['serve'], ['keys', 'list']].map((each) => animalStoreProcess(each, { env })));
    for (const each of ended) {
      expect(each).toMatchObject({ code: 78, stdout: '' });
      expect(each.stderr.split('\n').map((line) => line.split(' ')[0])).toEqual([
        'PORT',
        'DATABASE_URL',
        'LOG_LEVEL',
        '',
      ]);
      expect(each.stderr).not.toContain('hunter2');
    }
  });

  test('says that the store cannot be reached, and why, without its password', async () => {
    const env = { DATABASE_URL: 'mysql://keeper:hunter2@127.0.0.1:1/animals' };
    const ended = await Promise.all(STORE_COMMANDS.map((command) => animalStoreProcess(command, { env })));
    for (const each of ended) {
      expect(each).toMatchObject({ code: 69, stdout: '' });
      expect(each.stderr).toMatch(/^The store cannot be reached; .*ECONNREFUSED.*\n$/);
      expect(each.stderr).not.toContain('hunter2');
    }
  });
});

describeFirst(having('newUser'), 'the command line', (kind) => {
  let target: TestTarget;
  let env: { DATABASE_URL: string };

  beforeEach(async () => {
    target = await kind.newTarget();
    env = { DATABASE_URL: target.url };
  });
  afterEach(() => target.drop());

  test('migrates once where two services start on a fresh database, both serve it, and no key is printed', async () => {
    const services = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    const [one, other] = services;
    const migrated = services.flatMap((each) => each.log()).filter(({ migrations }) => migrations !== undefined);
    expect(migrated).toHaveLength(1);

    expect((await animalStore(['accounts', 'create', OWNER], { env })).code).toBe(0);
    const key = await newKey({ env });
    expect((await addPet(one.url, key, 'Rex')).status).toBe(201);
    expect(await namesOfPets(other.url, key)).toEqual(['Rex']);
    await animalStore(['keys', 'revoke', key.slice(0, 11)], { env });
    for (const each of services) await refusal(each, key);

    for (const ended of await Promise.all(services.map((each) => each.stop()))) {
      expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringMatching(KEY) });
    }
  });

  test('listens while the server is away, and serves by itself once it is there', async () => {
    const port = await freePort();
    const service = await serve({ env: { DATABASE_URL: withPort(target.url, port) } });
    await service.until(() => service.log().find(({ msg }) => msg === 'store is unavailable'));
    const statuses = await Promise.all(['/livez', '/readyz', '/v1/pets'].map((path) => statusOf(service.url + path)));
    expect(statuses).toEqual([200, 503, 503]);

    const away = await forwardPort(port, portOf(target.url));
    await service.until(() => isReady(service.url));
    expect((await service.stop()).code).toBe(0);
    away.close();
  });

  test('stops while the server is away', async () => {
    const service = await serve({ env: { DATABASE_URL: withPort(target.url, 1) } });
    await service.until(() => service.log().find(({ msg }) => msg === 'store is unavailable'));
    expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  test('waits for the schema where it may not change it itself', async () => {
    const service = await serve({ env: { ...env, MIGRATE_ON_START: 'false' } });
    await service.until(() => service.log().find(({ msg }) => msg === 'store is unavailable'));
    expect(await statusOf(`${service.url}/readyz`)).toBe(503);
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    await service.until(() => isReady(service.url));
    expect((await service.stop()).code).toBe(0);
  });

  test('names the right that migrations lack, without a stack trace', async () => {
    const restricted = { env: { DATABASE_URL: await kind.newUser(target.url, ['SELECT', 'INSERT']), PORT: '0' } };
    for (const ended of [await animalStore(['migrate'], restricted), await animalStoreProcess(['serve'], restricted)]) {
      expect(ended.code).toBe(70);
      expect(outputOf(ended)).toMatch(/CREATE command denied to user '.*for table/);
      expect(outputOf(ended)).not.toContain('    at ');
    }
    const { stderr } = await animalStore(['migrate'], restricted);
    expect(stderr).toMatch(/^The store refused .* Migrations need CREATE, ALTER, DROP and INDEX .*\n$/);
  });

  test('needs no more than SELECT, INSERT, UPDATE and DELETE on a schema that is there, and never prints its password', async () => {
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    const restricted = { env: { DATABASE_URL: await kind.newUser(target.url, rights, 'p@ss/w?rd#% é') } };
    const { password } = new URL(restricted.env.DATABASE_URL);

    const service = await serveWhenReady(restricted);
    const ended = [await animalStore(['accounts', 'create', OWNER], restricted)];
    const key = await newKey(restricted);
    expect((await addPet(service.url, key, 'Rex')).status).toBe(201);
    expect(await namesOfPets(service.url, key)).toEqual(['Rex']);
    ended.push(await animalStore(['keys', 'revoke', key.slice(0, 11)], restricted), await service.stop());
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);

    const mistaken = { env: { DATABASE_URL: restricted.env.DATABASE_URL.replace(password, `${password}x`) } };
    const refused = await animalStore(['accounts', 'list'], mistaken);
    expect(refused).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/^The store cannot be used until an operator .*denied.*\n$/),
    });
    const waiting = await serve(mistaken);
    await waiting.until(() => waiting.log().find(({ msg }) => msg === 'store is unavailable'));
    for (const each of [...ended, refused, await waiting.stop()]) {
      expect(outputOf(each)).not.toContain('p@ss');
      expect(outputOf(each)).not.toContain(password.slice(0, 6));
    }
  });
});

/** Makes `port` lead to `target`, both on 127.0.0.1. */
async function forwardPort(port: number, target: number): Promise<Server> {
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on('error', () => [socket, onward].forEach((end) => end.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
