import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { animalStore } from '../../../support/command.js';
import { animalStoreProcess, bash } from '../../../support/process.js';
import { describeSlow, SQL_STORAGES } from '../../../support/storages.js';
import type { SqlTarget } from '../../../support/test-storage.js';

/** A list is read in several pages. */
const [ACCOUNTS, KEYS] = [2_500, 5_000];

/** The account of a key with this number. The last keys belong to accounts that are gone. */
const ownerOf = (n: number) => 1 + Math.floor((n * (ACCOUNTS + 2)) / KEYS);
/** The later a key was created, the earlier is its prefix in the order in which the database lists keys. */
const prefixOf = (n: number) => `as_${(KEYS - n).toString(36).padStart(8, '0')}`;

describeSlow(SQL_STORAGES, 'a list of many rows', (kind) => {
  let target: SqlTarget;
  let env: Record<string, string>;
  afterAll(() => target.drop());
  beforeAll(async () => {
    target = await kind.newTarget();
    env = { DATABASE_URL: target.url };
    expect(await animalStore(['migrate'], { env })).toMatchObject({ code: 0 });
    const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({ email: `${n + 1}@example.com`, created_at: n }));
    await target.sql.fill('accounts', accounts);
    const keys = Array.from({ length: KEYS }, (_, n) => ({
      prefix: prefixOf(n),
      hash: n.toString(16).padStart(64, '0'),
      account_id: ownerOf(n),
      name: 'till',
      created_at: n,
    }));
    await target.sql.fill('api_keys', keys);
  });

  test('shows every account, and every key with its account, in order', async () => {
    const accounts = await animalStore(['accounts', 'list', '--json'], { env });
    expect(accounts).toMatchObject({ code: 0, stderr: '' });
    const emails = (JSON.parse(accounts.stdout) as { email: string }[]).map(({ email }) => email);
    expect(emails).toEqual(Array.from({ length: ACCOUNTS }, (_, n) => `${n + 1}@example.com`));

    const cellsOf = (n: number) => [prefixOf(n), ownerOf(n) > ACCOUNTS ? '' : `${ownerOf(n)}@example.com`];
    const expected = Array.from({ length: KEYS }, (_, n) => cellsOf(n));
    const json = await animalStoreProcess(['keys', 'list', '--json'], { env });
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const keys = JSON.parse(json.stdout) as { prefix: string; email: string }[];
    expect(keys.map(({ prefix, email }) => [prefix, email])).toEqual(expected);
  });

  test('shows the keys of one account, the oldest first', async () => {
    const { stdout } = await animalStore(['keys', 'list', '--account', '7@example.com', '--json'], { env });
    const prefixes = (JSON.parse(stdout) as { prefix: string }[]).map(({ prefix }) => prefix);
    const numbers = Array.from({ length: KEYS }, (_, n) => n).filter((n) => ownerOf(n) === 7);
    expect(prefixes).toEqual(numbers.map(prefixOf));
  });

  test('is no failure if the program that reads it ends before', async () => {
    const { code, stdout } = await bash('animal-store keys list | head -n 2; exit ${PIPESTATUS[0]}', { env });
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 3 });
  });
});
