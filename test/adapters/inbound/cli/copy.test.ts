import { beforeEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { DEFAULT_STORAGE_URL, parseStorageUrl } from '../../../../src/adapters/outbound/storage-url.js';
import { compose } from '../../../../src/infrastructure/container/compose.js';
import { newKeyIn } from '../../../support/callers.js';
import { testConfig } from '../../../support/config.js';
import { animalStore, defaultUrl, folderWithEmptyDatabase } from '../../../support/command.js';
import { bash, MAIN, startAnimalStore } from '../../../support/process.js';
import { startTestServer } from '../../../support/server.js';
import { describeFirst, SQL_STORAGES, targets } from '../../../support/storages.js';

const REX = { name: 'Rex', categoryId: 9223372036854775807n };

/** A store with an account, its key, and an animal that was added under the idempotency key `once`. */
async function fill(from: string): Promise<string> {
  const key = await newKeyIn(from);
  const { storage, services, close } = await compose(testConfig({ storage: parseStorageUrl(from) }));
  await storage.connect();
  await services.pets.createPet({ draft: REX, accountId: 1n, idempotencyKey: 'once' });
  await close();
  return key;
}

describeFirst(SQL_STORAGES, 'animal-store copy', (kind) => {
  const [source, target] = [targets(kind), targets(kind)];
  let from: string;
  let to: string;
  beforeEach(() => {
    [from, to] = [source().url, target().url];
  });

  test('fills a store, which then gives the same answers as the source, and refuses to fill it again', async () => {
    const key = await fill(from);
    const copied = await animalStore(['copy', '--json', '--from', from, '--to', to]);
    expect(copied).toMatchObject({ code: 0 });
    const [row, none] = [{ rows: 1 }, { rows: 0 }];
    const counts = { accounts: row, api_keys: row, pets: row, idempotency_keys: row, sessions: none };
    expect(JSON.parse(copied.stdout)).toEqual(counts);

    const server = await startTestServer({ storage: parseStorageUrl(to) });
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'once' };
    const repeated = await server.post(stringify(REX) ?? '', headers);
    expect(repeated).toMatchObject({ status: 201, json: { id: 1n, ...REX } });
    await server.close();

    const again = await animalStore(['copy', '--from', from, '--to', to]);
    expect(again).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^.*table accounts.*\n$/) });
  });

  test('shows its progress on a terminal', async () => {
    await fill(from);
    const { code, stdout } = await bash(
      `script -qefc "'${process.execPath}' '${MAIN}' copy --from ${from} --to ${to}" /dev/null`,
      { env: { TERM: 'xterm' } },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/copying \[=+\] 100% \| 4\/4 rows \| \S+ left/);
  });

  test('says at a signal that the target is unusable and that the next copy starts over', async () => {
    await fill(from);
    const rows = Array.from({ length: 300_000 }, (_, n) => ({ name: 'animal', category_id: n, status: 'sold' }));
    await source().sql.fill('pets', rows);
    const copying = startAnimalStore(['copy'], { env: { COPY_FROM_URL: from, COPY_TO_URL: to } });
    const pets = () => target().sql.query('SELECT id FROM pets LIMIT 1');
    await copying.until(async () => (await pets().catch(() => []))[0]);
    const stderr: unknown = expect.stringMatching(/^.*target is unusable.* again.*\n$/);
    expect(await copying.stop('SIGINT')).toEqual({ code: 130, stdout: '', stderr });
  });

  test.each([
    ['hunter2', DEFAULT_STORAGE_URL, /^--from must be .*\n$/],
    ['memory:', DEFAULT_STORAGE_URL, /^--from names memory.*\n$/],
    [DEFAULT_STORAGE_URL, 'memory:', /^--to names memory.*\n$/],
  ])('refuses --from %s --to %s, with the reason', async (one, other, reason) => {
    const refused = await animalStore(['copy', '--from', one, '--to', other]);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
    expect(refused.stderr).not.toContain('hunter2');
  });

  test('exits with code 69 if the source is missing, names it, and creates nothing', async () => {
    const missing = await animalStore(['copy', '--from', from, '--to', to]);
    expect(missing).toMatchObject({ code: 69, stderr: expect.stringMatching(/^--from: .*\n$/) });
    for (const url of [from, to]) expect(existsSync(parseStorageUrl(url).location)).toBe(false);
  });

  test('shows control characters of a hostile source as escapes', async () => {
    await fill(from);
    await source().sql.query('ALTER TABLE pets ADD COLUMN `\u001b[2J\nAll is well.` INTEGER');
    const { code, stderr } = await animalStore(['copy', '--from', from, '--to', to]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\p{Cc}]*\\u001b\[2J\\u000aAll is well\.[^\p{Cc}]*\n$/u);
  });

  test('refuses a source whose schema is not up to date', async () => {
    const empty = defaultUrl({ cwd: folderWithEmptyDatabase() });
    const refused = await animalStore(['copy', '--from', empty, '--to', to]);
    expect(refused).toMatchObject({ code: 69, stderr: expect.stringMatching(/^--from: .*InitialSchema.*\n$/) });
  });
});
