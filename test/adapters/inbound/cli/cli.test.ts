import { cpSync, existsSync, readdirSync, realpathSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storage-url.js';
import { addition, callerOf, eventually } from '../../../support/callers.js';
import { animalStore, defaultFile, defaultUrl, folderWithEmptyDatabase, type Ended } from '../../../support/command.js';
import { newFolder } from '../../../support/folder.js';
import { animalStoreProcess, bash, MAIN, serveWhenReady, type Surroundings } from '../../../support/process.js';
import { startTestServer, type TestServer } from '../../../support/server.js';
import { runHere } from '../../../support/service.js';
import { AWAY_URLS, describeFirst, open, SQL_SERVERS, targets } from '../../../support/storages.js';

const KEY = /as_[0-9A-Za-z]{36}/g;
const ONE_KEY = /^as_[0-9A-Za-z]{36}\n$/;
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const OWNER = 'owner@localhost';
const SERVER = 'server@localhost';

async function namesOfPets(url: string, key: string): Promise<string[]> {
  const { status, text } = await callerOf(url, key)();
  expect(status).toBe(200);
  return (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
}

/** Waits until a service refuses a key that a command revoked; it caches keys for a few seconds. */
async function refusal({ url }: { url: string }, key: string): Promise<void> {
  await eventually(async () => (await callerOf(url, key)()).status === 401);
}

/** Serves the store in this process. */
function serveHere(): Promise<TestServer> {
  return startTestServer({ storage: parseStorageUrl(defaultUrl(store)), email: SERVER });
}

function outputOf({ stdout, stderr }: Ended): string {
  return stdout + stderr;
}

let prepared: string;
/** A folder of its own, with a migrated store that has the owner's account and nothing else. */
let store: { cwd: string };

beforeAll(async () => {
  prepared = newFolder();
  expect(await animalStore(['migrate'], { cwd: prepared })).toMatchObject({ code: 0 });
  expect(await animalStore(['accounts', 'create', OWNER], { cwd: prepared })).toMatchObject({ code: 0 });
});

beforeEach(() => {
  store = { cwd: newFolder() };
  cpSync(prepared, store.cwd, { recursive: true });
});

async function newKey(where: Surroundings, ...options: string[]): Promise<string> {
  const { stdout, stderr } = await animalStore(['keys', 'create', '--account', OWNER, ...options], where);
  expect(stdout === '' ? stderr : stdout).toMatch(ONE_KEY);
  return stdout.trim();
}

test('the first start creates the store, an account and a key, and prints curl commands that work; the second start keeps all of it', async () => {
  const cwd = newFolder();
  const first = await serveWhenReady({ cwd });
  await first.until(() => first.stderr().endsWith('accounts password owner@localhost\n\n') || undefined);
  expect(existsSync(defaultFile({ cwd }))).toBe(true);
  const created = { msg: 'created a new database', database: defaultFile({ cwd: realpathSync(cwd) }) };
  expect(first.log()).toContainEqual(expect.objectContaining(created));

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
  expect(second.stdout()).not.toContain('new store');
  for (const each of [String(key), stdout.slice(1, -1)]) expect(await namesOfPets(second.url, each)).toEqual(['Rex']);
  expect(await second.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('accounts delete asks, and then ends the keys of the account; keys revoke ends those of an account that stays', async () => {
  const server = await serveHere();
  const [key, other] = [await newKey(store), await newKey(store)];
  const prefixes = [key, other].map((each) => each.slice(0, 11));
  const revoke = (...options: string[]) => animalStore(['keys', 'revoke', ...options], store);
  expect(await revoke()).toMatchObject({ code: 1, stderr: expect.stringContaining('--account') });
  expect(await revoke('--account', 'joe@example.com')).toMatchObject({ code: 1, stdout: '' });
  const unconfirmed = await revoke('--account', OWNER);
  expect(unconfirmed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--yes') });
  expect(await namesOfPets(server.url, key)).toEqual([]);
  const revoked = await revoke('--account', OWNER, '--yes');
  expect(revoked).toMatchObject({ code: 0, stdout: `${prefixes.join('\n')}\n` });
  for (const each of [key, other]) await refusal(server, each);
  expect(await revoke('--account', OWNER, '--yes', '--json')).toMatchObject({ code: 0, stdout: '{"revoked":[]}\n' });

  const last = await newKey(store);
  expect(await namesOfPets(server.url, last)).toEqual([]);
  const remove = (...options: string[]) => animalStore(['accounts', 'delete', OWNER, ...options], store);
  expect(await remove()).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('--yes') });
  expect(await namesOfPets(server.url, last)).toEqual([]);
  expect(await remove('--yes')).toMatchObject({ code: 0, stderr: expect.stringMatching(/animals stay/) });
  await refusal(server, last);
  expect(await remove('--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining(OWNER) });
  await server.close();
});

test('the accounts commands create and list accounts, for people and for scripts', async () => {
  const jane = await animalStore(['accounts', 'create', 'Jane@Example.com'], store);
  expect(jane).toEqual({ code: 0, stdout: 'jane@example.com\n', stderr: '' });
  const joe = await animalStore(['accounts', 'create', 'joe@exämple.com', '--json'], store);
  expect(JSON.parse(joe.stdout)).toEqual({ id: 3, email: 'joe@xn--exmple-cua.com', createdAt: INSTANT });
  const again = await animalStore(['accounts', 'create', 'JANE@example.com'], store);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('jane@example.com') });

  const plain = await animalStore(['accounts', 'list'], store);
  const emails = [OWNER, 'jane@example.com', 'joe@xn--exmple-cua.com'];
  expect(plain.stdout.split('\n').map((line) => line.split(/ +/)[0])).toEqual(['EMAIL', ...emails, '']);
  const json = await animalStore(['accounts', 'list', '--json'], store);
  expect(JSON.parse(json.stdout)).toEqual(emails.map((email, at) => ({ id: at + 1, email, createdAt: INSTANT })));
});

describe('accounts password', () => {
  const PASSWORD = 'a quiet river bend';
  /** What the store keeps of the owner's password. */
  async function keptHash(): Promise<string | undefined> {
    const storage = await open({ url: defaultUrl(store), drop: async () => {} });
    return storage.accounts.findPasswordHash(1n);
  }

  test('reads a password from standard input, stores only its hash, and never prints it', async () => {
    expect(await keptHash()).toBeUndefined();
    const set = await bash(`printf '%s\\n' '${PASSWORD}' | animal-store accounts password ${OWNER}`, store);
    expect(set).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining(OWNER) });
    expect(await keptHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(outputOf(set)).not.toContain(PASSWORD);
  });

  test('asks twice on a terminal, and does not echo the input', async () => {
    const typing = ['New password:', 'Once more:'].map(
      (question) => `until grep -qs '${question}' shown; do sleep 0.05; done; printf '${PASSWORD}\\r'`,
    );
    const command = `'${process.execPath}' '${MAIN}' accounts password ${OWNER}`;
    const { code, stdout } = await bash(`{ ${typing.join('; ')}; } | script -qefc "${command}" shown`, store);
    expect({ code, shown: stdout.split(/[\r\n]+/) }).toEqual({
      code: 0,
      shown: ['New password: ', 'Once more: ', expect.stringMatching(/ is set\./), ''],
    });
    expect(await keptHash()).toMatch(/^\$argon2id\$/);
  });
});

describe('the keys commands', () => {
  test('list names without characters that change what a terminal shows', async () => {
    const name = 'till \u202Enimda\u2069';
    await animalStore(['keys', 'create', '--account', OWNER, '--name', name], store);
    expect((await animalStore(['keys', 'list'], store)).stdout).toContain('till \\u202enimda\\u2069');
    const { stdout } = await animalStore(['keys', 'list', '--json'], store);
    expect(stdout).not.toMatch(/\p{Bidi_Control}/u);
    expect(JSON.parse(stdout)).toMatchObject([{ name }]);
  });

  test('create, list and revoke keys, and a running service soon refuses a revoked or expired key', async () => {
    const server = await serveHere();
    const brief = await newKey(store, '--expires-in', '1s');
    const created = await animalStore(['keys', 'create', '--account', OWNER, '--name', 'till', '--json'], store);
    const { key, ...shown } = JSON.parse(created.stdout) as { key: string; prefix: string };
    const listed = { accountId: 1, email: OWNER, createdAt: INSTANT };
    expect(shown).toEqual({ ...listed, prefix: key.slice(0, 11), name: 'till' });
    expect(created.stderr).toContain(shown.prefix);
    expect(created.stderr).not.toContain(key);

    expect(await namesOfPets(server.url, key)).toEqual([]);
    const revoked = await animalStore(['keys', 'revoke', shown.prefix, '--json'], store);
    expect(JSON.parse(revoked.stdout)).toEqual({ prefix: shown.prefix, state: 'revoked' });
    for (const each of [key, brief]) await refusal(server, each);

    await animalStore(['accounts', 'create', 'jane@example.com'], store);
    const [plain, json, others, again] = await Promise.all([
      animalStore(['keys', 'list'], store),
      animalStore(['keys', 'list', '--account', OWNER, '--json'], store),
      animalStore(['keys', 'list', '--account', 'jane@example.com', '--json'], store),
      animalStore(['keys', 'revoke', shown.prefix], store),
    ]);
    const cell = /\S+(?: \S+)*/g;
    const [head, ...all] = plain.stdout.trim().split('\n');
    const rows = all.filter((row) => !row.includes(SERVER));
    expect(head?.match(cell)).toEqual(['PREFIX', 'NAME', 'ACCOUNT', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE']);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const unknown = expect.any(String); // The service may have met this key before its end.
    expect(rows.map((row) => row.match(cell))).toEqual([
      [brief.slice(0, 11), 'default', OWNER, moment, moment, unknown, 'expired'],
      [shown.prefix, 'till', OWNER, moment, '-', moment, 'revoked'],
    ]);
    const ended = { ...listed, prefix: brief.slice(0, 11), name: 'default', expiresAt: INSTANT, state: 'expired' };
    expect(JSON.parse(json.stdout)).toEqual([
      expect.objectContaining(ended),
      { ...listed, prefix: shown.prefix, name: 'till', lastUsedAt: INSTANT, revokedAt: INSTANT, state: 'revoked' },
    ]);
    expect(JSON.parse(others.stdout)).toEqual([]);
    expect(again).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining(shown.prefix) });
    await server.close();
  });
});

test('a command refuses what its use case refuses, with the reason in one line', async () => {
  const refused = await animalStore(['keys', 'create', '--account', 'unknown@localhost'], store);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^.*unknown@localhost.*\n$/) });
  const key = await newKey(store);
  const whole = await animalStore(['keys', 'revoke', key], store);
  expect(whole).toEqual({ code: 1, stdout: '', stderr: expect.not.stringContaining(key) });
});

describe('a command that needs a prepared store', () => {
  test('does not create one, and names the missing file', async () => {
    const cwd = newFolder();
    const { code, stderr } = await animalStore(['accounts', 'create', 'jane@example.com'], { cwd });
    expect(code).toBe(69);
    expect(stderr).toContain(defaultFile({ cwd: realpathSync(cwd) }));
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('migrate lists pending migrations and applies them, and then has nothing to do', async () => {
  const store = { cwd: folderWithEmptyDatabase() };
  const pending = await animalStore(['migrate', '--status', '--json'], store);
  expect(pending.code).toBe(0);
  const { pending: names } = JSON.parse(pending.stdout) as { pending: string[] };
  expect(names[0]).toMatch(/^InitialSchema\d+$/);
  const status = await animalStore(['migrate', '--status'], store);
  const listed = names.map((name) => `${name}\n`).join('');
  expect(status).toEqual({ code: 0, stdout: listed, stderr: expect.stringContaining(` ${names.length}.`) });

  const early = await animalStore(['accounts', 'list'], store);
  expect(early).toMatchObject({ code: 69, stderr: expect.stringMatching(/ migrate, .* MIGRATE_ON_START=true/) });

  const applied = await animalStore(['migrate', '--json'], store);
  expect(JSON.parse(applied.stdout)).toEqual({ applied: names });
  const again = await animalStore(['migrate'], store);
  expect(again).toMatchObject({ code: 0, stdout: '' });
  const left = await animalStore(['migrate', '--status', '--json'], store);
  expect(JSON.parse(left.stdout)).toEqual({ pending: [] });
});

describe('the command line', () => {
  const STORE_COMMANDS = [['migrate'], ['keys', 'create', '--account', OWNER]];

  test('refuses an incomplete command, and shows the known ones', async () => {
    const ended = await animalStoreProcess([]);
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Usage: animal-store') });
  });

  test('escapes what its errors repeat, so that it cannot change what a terminal shows', async () => {
    const typed = 'migrat\u001b[31m\u202e\nerror: other';
    for (const command of [[typed], ['keys', `--${typed}`], ['migrate', typed]]) {
      const { code, stderr } = await animalStoreProcess(command);
      expect([code, stderr]).toEqual([1, expect.stringContaining('Usage: animal-store')]);
      expect(stderr).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|^error: other/mu);
    }
    const { stderr } = await animalStoreProcess(['migrat']);
    expect(stderr).toMatch(/'migrat'\n.*migrate\?/);
  });

  test.each([['backup', '/nowhere/copy'], ...STORE_COMMANDS])(
    'refuses a store in memory, which another process cannot reach: %s',
    async (...command) => {
      const refused = await animalStore(command, { env: { DATABASE_URL: 'memory:' } });
      expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^DATABASE_URL .*memory.*\n$/) });
    },
  );

  test.each(AWAY_URLS)('reports that the store cannot be reached, without its password: %s', async (url) => {
    for (const command of [['doctor'], ...STORE_COMMANDS]) {
      const ended = await animalStore(command, { env: { DATABASE_URL: url, REQUEST_DEADLINE: '500ms' } });
      expect(ended).toMatchObject({ code: 69, stderr: expect.stringMatching(/^.*ECONNREFUSED.*\n$/) });
      expect(outputOf(ended)).not.toContain('hunter2');
    }
  });
});

test.each(AWAY_URLS)('backup names in one line the program that copies %s', async (url) => {
  const { code, stderr } = await animalStore(['backup', '/nowhere/copy'], { env: { DATABASE_URL: url } });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^[^\\n]*${parseStorageUrl(url).backupTool}[^\\n]*\\n$`));
});

describeFirst(SQL_SERVERS, 'the command line', (kind) => {
  const target = targets(kind);
  let env: { DATABASE_URL: string };
  beforeEach(() => {
    env = { DATABASE_URL: target().url };
  });

  test('starts a service that waits for the schema if it may not migrate', async () => {
    const service = runHere({ storage: parseStorageUrl(env.DATABASE_URL), migrateOnStart: false });
    await service.logged('database is unavailable');
    const readiness = async () => (await fetch(`${await service.listening}/readyz`)).status;
    expect(await readiness()).toBe(503);
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    await eventually(async () => (await readiness()) === 200);
    await service.stop();
  });

  test('names the right that a migration lacks, without a stack trace', async () => {
    const url = await kind.addUser(target().url, ['SELECT', 'INSERT']);
    const named = /^.* denied .* Run animal-store migrate as .* MIGRATE_ON_START=false.*\n?$/;
    const migrate = await animalStore(['migrate'], { env: { DATABASE_URL: url } });
    expect(migrate).toMatchObject({ code: 77, stderr: expect.stringMatching(named) });
    const service = runHere({ storage: parseStorageUrl(url) });
    const waiting = JSON.parse(await service.logged('database is unavailable')) as object;
    expect(waiting).toMatchObject({ err: { reason: expect.stringMatching(named) } });
    await service.stop();
  });

  test('ends every command with 77 if the server denies access, a right or the database', async () => {
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    const user = await kind.addUser(target().url, ['SELECT'], 'password');
    const denied = {
      'a wrong password': user.replace(':password@', ':wrong@'),
      'an unknown database': target().url.replace(/\/[^/]+$/, '/nowhere'),
      'no right to change': user,
    };
    const cwd = newFolder();
    expect((await animalStore(['migrate'], { cwd })).code).toBe(0);
    const file = defaultUrl({ cwd });
    for (const [reason, url] of Object.entries(denied)) {
      const commands = [['doctor'], ['accounts', 'create', 'jane@example.com'], ['copy', '--from', file, '--to', url]];
      if (url !== user) {
        commands.push(['migrate'], ['migrate', '--status'], ['accounts', 'list'], ['keys', 'list']);
        commands.push(['copy', '--from', url, '--to', file]);
      }
      for (const command of commands) {
        const { code, stderr } = await animalStore(command, { env: { DATABASE_URL: url } });
        expect([reason, command, code, stderr]).toEqual([reason, command, 77, expect.stringMatching(/^.*\n$/)]);
        expect(stderr.includes('GRANT')).toBe(url === user);
        expect(stderr).not.toContain('migrate as');
      }
    }
  });

  test('needs only SELECT, INSERT, UPDATE and DELETE on a migrated schema, and never prints its password', async () => {
    expect((await animalStore(['migrate'], { env })).code).toBe(0);
    const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    const restricted = { env: { DATABASE_URL: await kind.addUser(target().url, rights, 'p@ss/w?rd#% é') } };
    const { password } = new URL(restricted.env.DATABASE_URL);

    const service = runHere({ storage: parseStorageUrl(restricted.env.DATABASE_URL) });
    const url = await service.ready;
    const ended = [await animalStore(['accounts', 'create', OWNER], restricted)];
    const key = await newKey(restricted);
    expect((await callerOf(url, key)(addition('Rex'))).status).toBe(201);
    expect(await namesOfPets(url, key)).toEqual(['Rex']);
    ended.push(await animalStore(['keys', 'revoke', key.slice(0, 11)], restricted));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    await service.stop();

    const mistaken = { env: { DATABASE_URL: restricted.env.DATABASE_URL.replace(password, `${password}x`) } };
    const refused = await animalStore(['accounts', 'list'], mistaken);
    expect(refused).toMatchObject({ code: 77, stderr: expect.stringContaining('Access denied for user') });
    const waiting = runHere({ storage: parseStorageUrl(mistaken.env.DATABASE_URL) });
    await waiting.logged('database is unavailable');
    await waiting.stop();
    for (const text of [...[...ended, refused].map(outputOf), ...service.lines, ...waiting.lines]) {
      expect(text).not.toContain('p@ss');
      expect(text).not.toContain(password.slice(0, 6));
    }
  });
});
