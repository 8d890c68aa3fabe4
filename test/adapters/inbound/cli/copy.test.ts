import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'lossless-json';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storages.js';
import { compose } from '../../../../src/infrastructure/container/compose.js';
import { newKeyIn } from '../../../support/callers.js';
import { testConfig } from '../../../support/config.js';
import {
  animalStore,
  animalStoreProcess,
  bash,
  freePort,
  MAIN,
  newFolder,
  serveWhenReady,
  startAnimalStore,
} from '../../../support/process.js';
import { runOnFile } from '../../../support/sqlite.js';
import { describeEach, SHARED_STORAGES, targets } from '../../../support/storages.js';

jest.setTimeout(120_000); // it starts many processes

const REX = { name: 'Rex', categoryId: 9223372036854775807n };
const ANIMALS = 60_000;

let folder: string;
let from: string;

/** A store with an account, its key, and an animal that was added under the idempotency key `once`. */
async function newSource(): Promise<string> {
  const key = await newKeyIn(from);
  const { storage, services, close } = await compose(testConfig({ storage: parseStorageUrl(from) }));
  await storage.connect();
  await services.createPet.execute({ draft: REX, accountId: 1n, idempotencyKey: 'once' });
  await close();
  return key;
}

/** Adds animals to the source, so many that a copy takes a while. */
function addAnimals(): void {
  runOnFile(
    join(folder, 'from.sqlite'),
    `INSERT INTO pets (name, category_id, status) WITH RECURSIVE n (i) AS
       (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ANIMALS}) SELECT 'Pet ' || i, i, 'sold' FROM n`,
  );
}

function hasAnimals(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return runOnFile(path, 'SELECT id FROM pets LIMIT 1').length > 0;
  } catch {
    return false; // there is no such table yet, or another process writes
  }
}

beforeEach(() => {
  folder = newFolder();
  from = `sqlite:${join(folder, 'from.sqlite')}`;
});

describe('animal-store copy', () => {
  test('leaves a target that no service and no command uses when it is killed, and starts over', async () => {
    await newSource();
    addAnimals();
    const path = join(folder, 'to.sqlite');
    const env = { DATABASE_URL: `sqlite:${path}` };
    const running = startAnimalStore(['copy', '--from', from, '--to', env.DATABASE_URL]);
    await running.until(() => (hasAnimals(path) ? true : undefined));
    expect((await running.stop('SIGKILL')).code).toBeNull();

    const unfinished = /^The store cannot be reached.* \(a copy into this store is not finished\)\n$/;
    for (const parameters of [['serve'], ['accounts', 'list'], ['copy', '--from', env.DATABASE_URL, '--to', from]]) {
      const run = parameters[0] === 'serve' ? animalStoreProcess : animalStore;
      const { code, stderr } = await run(parameters, { env: { ...env, PORT: '0' } });
      expect({ code, stderr: stderr.replace('The source: ', '') }).toEqual({
        code: 69,
        stderr: expect.stringMatching(unfinished),
      });
    }
    const doctor = await animalStore(['doctor'], { env });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/^FAULT schema: A copy into this store is not finished\.$/m);

    const again = await animalStore(['copy', '--from', from, '--to', env.DATABASE_URL]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pets +60001 +[0-9a-f]{64}$/m) });
    expect((await animalStore(['doctor'], { env })).code).toBe(0);
  });

  test('shows its progress on a terminal', async () => {
    await newSource();
    const { code, stdout } = await bash(
      `script -qefc "'${process.execPath}' '${MAIN}' copy --from ${from} --to sqlite:to.sqlite" /dev/null`,
      { cwd: folder, env: { TERM: 'xterm' } },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/copying \[=+\] 100% \| 4\/4 rows \| \d+\/s \| \S+ left/);
    expect(stdout).toMatch(/verifying \[=+\] 100% \| 4\/4 rows \| \d+\/s \| \S+ left/);
  });

  test.each([
    ['hunter2', 'sqlite:/nowhere/to', /^--from must be .* or .*\n$/],
    ['memory:', 'sqlite:/nowhere/to', /^--from names memory, which no other process can reach; .*\n$/],
    ['sqlite:/nowhere/from', 'memory:', /^--to names memory, which no other .*\n$/],
  ])('refuses --from %s --to %s, with the reason', async (source, target, reason) => {
    const refused = await animalStore(['copy', '--from', source, '--to', target]);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
    expect(refused.stderr).not.toContain('hunter2');
  });

  test('ends with 69 if a store is missing or cannot be reached, names it, and prints no password', async () => {
    const missing = await animalStore(['copy', '--from', from, '--to', `sqlite:${join(folder, 'to.sqlite')}`]);
    expect(missing).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/^The source: .* \(there is no file .*\)\n$/),
    });
    expect(readdirSync(folder)).toEqual([]);
    await animalStore(['migrate'], { env: { DATABASE_URL: from } });
    const to = `mysql://keeper:hunter2@127.0.0.1:${await freePort()}/animals`;
    const away = await animalStore(['copy', '--from', from, '--to', to]);
    expect(away).toMatchObject({ code: 69, stderr: expect.stringMatching(/^The target: .*ECONNREFUSED.*\n$/) });
    expect(away.stderr).not.toContain('hunter2');
  });

  test('shows control characters of a hostile source as text', async () => {
    await animalStore(['migrate'], { env: { DATABASE_URL: from } });
    runOnFile(join(folder, 'from.sqlite'), 'ALTER TABLE pets ADD COLUMN "\u001b[2J\nAll is well." INTEGER');
    addAnimals();
    const { code, stderr } = await animalStore(['copy', '--from', from, '--to', `sqlite:${join(folder, 'to.sqlite')}`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\p{Cc}]*\\u001b\[2J\\u000aAll is well\.[^\p{Cc}]*\n$/u);
  });

  test('copies no store whose schema is not up to date', async () => {
    writeFileSync(join(folder, 'from.sqlite'), '');
    const { code, stderr } = await animalStore(['copy', '--from', from, '--to', `sqlite:${join(folder, 'to.sqlite')}`]);
    expect({ code, stderr }).toEqual({
      code: 69,
      stderr: expect.stringMatching(/^The source: .*\(migrations are pending: .*\)\n$/),
    });
  });
});

describeEach(SHARED_STORAGES, 'animal-store copy', (kind) => {
  const target = targets(kind);

  test('fills a store, which then answers as the other one did', async () => {
    const to = target().url;
    const key = await newSource();
    const copied = await animalStoreProcess(['copy', '--json'], { env: { COPY_FROM_URL: from, COPY_TO_URL: to } });
    expect(copied).toMatchObject({ code: 0, stderr: 'Both stores hold the same.\n' });
    const row = { rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const none = { ...row, rows: 0 };
    expect(JSON.parse(copied.stdout)).toEqual({
      accounts: row,
      api_keys: row,
      pets: row,
      idempotency_keys: row,
      sessions: none,
    });

    const service = await serveWhenReady({ env: { DATABASE_URL: to } });
    const repeated = await fetch(`${service.url}/v1/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: stringify(REX) ?? '',
    });
    expect([repeated.status, repeated.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(await repeated.text()).toContain('9223372036854775807');
    expect((await service.stop()).code).toBe(0);

    const again = await animalStore(['copy', '--from', from, '--to', to]);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The target holds data: accounts, api_keys, pets, idempotency_keys. Name an empty store.\n',
    });
  });
});
