import { execFileSync } from 'node:child_process';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { backUp } from '../../../../../src/adapters/outbound/typeorm/sqlite/backup.js';
import { addition, callerOf, keepCalling, newKeyIn } from '../../../../support/callers.js';
import { animalStore } from '../../../../support/command.js';
import { newFolder } from '../../../../support/folder.js';
import {
  animalStoreProcess,
  bash,
  serveWhenReady,
  startAnimalStore,
  type Running,
  type Surroundings,
} from '../../../../support/process.js';
import { runOnFile } from '../../../../support/sqlite.js';

jest.setTimeout(120_000); // it starts many processes

const prepared = newFolder();
let cwd: string;
let store: Surroundings;
let file: string;

beforeAll(() => animalStore(['migrate'], { cwd: prepared }));
beforeEach(() => {
  cwd = newFolder();
  execFileSync('cp', ['-a', `${prepared}/.`, cwd]); // with the modes of its folders
  store = { cwd };
  file = join(cwd, 'data/animal-store.sqlite');
});

/** A block of the operations guide that begins with this text. */
function recipe(start: string): string {
  const blocks = readFileSync('docs/operations/README.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms);
  const found = [...blocks].map(([, code = '']) => code).find((code) => code.startsWith(start));
  return String(found).replaceAll('npx ', '');
}

function emptied(): string {
  truncateSync(file);
  return file;
}

function countPets(path: string): number {
  return Number(runOnFile(path, 'SELECT COUNT(*) AS pets FROM pets')[0]?.pets);
}

test('animal-store backup copies a store while others write to it, and the commands of the guide restore it', async () => {
  const key = await newKeyIn(`sqlite:${file}`);
  const service = await serveWhenReady(store);
  let added = 0;
  const add = async (url: string) => {
    expect((await callerOf(url, key)(addition('Rex'))).status).toBe(201);
    added++;
  };
  const stop = keepCalling(4, () => add(service.url));
  await service.until(() => added > 50 || undefined);
  const before = added;
  const stderr: unknown = expect.stringContaining('backup.sqlite');
  expect(await bash(recipe('npx animal-store backup'), store)).toEqual({ code: 0, stdout: '', stderr });
  await stop();
  await service.stop();

  const copy = join(cwd, 'backup.sqlite');
  expect(readdirSync(cwd).toSorted()).toEqual(['backup.sqlite', 'data']);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const copied = countPets(copy);
  expect(copied).toBeGreaterThanOrEqual(before);
  expect(copied).toBeLessThan(countPets(file));

  const [, statement = '', commands = ''] = /^sqlite3 backup.sqlite "(.*)"\n(.*)/s.exec(recipe('sqlite3')) ?? [];
  runOnFile(copy, statement); // The program sqlite3 may be missing.
  expect(await bash(`set -e; ${commands}`, store)).toMatchObject({ code: 0 });
  const restored = await serveWhenReady(store);
  await add(restored.url);
  expect(runOnFile(file, 'SELECT MAX(id) AS id FROM pets')).toEqual([{ id: 41_231 }]);
  await restored.stop();
  expect(countPets(file)).toBe(copied + 1);
});

test.each([
  ['mine', /mine exists/],
  ['data', /data exists/],
  ['pipe', /pipe exists/],
  ['-', /piped/],
])('animal-store backup overwrites nothing, and writes to no pipe: %s', async (name, reason) => {
  writeFileSync(join(cwd, 'mine'), 'precious');
  execFileSync('mkfifo', ['pipe'], { cwd });
  const refused = await animalStore(['backup', name === '-' ? name : resolve(cwd, name)], store);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
  expect(readFileSync(join(cwd, 'mine'), 'utf8')).toBe('precious');
  expect(readdirSync(cwd).toSorted()).toEqual(['data', 'mine', 'pipe']);
});

test('animal-store backup replaces no symbolic link, even if it leads nowhere', async () => {
  const link = join(cwd, 'link');
  symlinkSync('nowhere', link);
  const refused = { code: 1, stderr: expect.stringContaining(`${link} exists`) };
  expect(await animalStore(['backup', link], store)).toMatchObject(refused);
  expect(readlinkSync(link)).toBe('nowhere');
});

test.each([
  ['no bytes', () => truncateSync(file)],
  ['no tables', () => runOnFile(emptied(), 'VACUUM')],
  ['only tables of another program', () => runOnFile(emptied(), 'CREATE TABLE dashboards (id INTEGER)')],
])(
  'animal-store backup says that there is nothing to back up in a file with %s, and leaves no file',
  async (_, fill) => {
    fill();
    expect(await animalStore(['backup', join(cwd, 'copy')], store)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`${file} .*nothing to back up`),
    });
    expect(readdirSync(cwd)).toEqual(['data']);
  },
);

test('animal-store backup leaves no file if the folder of the copy or the store does not exist', async () => {
  const refused = await animalStoreProcess(['backup', 'nowhere/copy'], store);
  expect(refused).toMatchObject({ code: 69, stderr: expect.stringMatching(/^.*nowhere\/copy was not .*ENOENT.*\n$/) });
  renameSync(file, join(cwd, 'elsewhere'));
  const missing = await animalStore(['backup', join(cwd, 'copy')], store);
  expect(missing).toMatchObject({ code: 69, stderr: expect.stringContaining('there is no file') });
  expect(readdirSync(cwd).toSorted()).toEqual(['data', 'elsewhere']);
});

test('a backup is one snapshot, which never begins again because of what others write meanwhile', async () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)';
  runOnFile(file, `CREATE TABLE large AS ${numbers} SELECT zeroblob(4000) AS content FROM n`); // several steps of the copy
  const copied: number[] = [];
  const onProgress = (done: number) => {
    copied.push(done);
    // The limit ends a copy that begins again after each of these.
    if (copied.length < 50) runOnFile(file, "INSERT INTO pets (name, category_id, status) VALUES ('new', 1, 'sold')");
  };
  await backUp(file, join(cwd, 'copy'), onProgress);
  expect(copied).toEqual([...new Set(copied)].toSorted((one, other) => one - other));
  expect(countPets(file)).toBeGreaterThan(2);
  expect(countPets(join(cwd, 'copy'))).toBe(0);
});

test.each<[event: string, code: number, files: string[], happen: (backup: Running, copy: string) => unknown]>([
  ['a signal', 143, [], ({ pid }) => process.kill(pid)],
  ['another program creates the file', 1, ['copy'], (_, copy) => writeFileSync(copy, 'precious')],
])('animal-store backup leaves no file of its own after %s during the copy', async (_, code, files, happen) => {
  const copy = join(cwd, 'copy');
  runOnFile(file, 'PRAGMA journal_mode = DELETE'); // Only in WAL mode can a program read while another one writes.
  const writer = new BetterSqlite3(file);
  writer.exec('BEGIN EXCLUSIVE');
  const backup = startAnimalStore(['backup', copy], store);
  await backup.until(() => readdirSync(cwd).find((name) => name.endsWith('.partial')));
  happen(backup, copy);
  writer.close();
  expect(await backup.ended).toMatchObject({ code });
  expect(readdirSync(cwd).toSorted()).toEqual([...files, 'data']);
  for (const name of files) expect(readFileSync(join(cwd, name), 'utf8')).toBe('precious');
});

test.each([
  ['keys list', () => ['keys', 'list']],
  ['copy', () => ['copy', '--from', `sqlite:${file}`, '--to', `sqlite:${join(cwd, 'other/copy.sqlite')}`]],
  ['backup', () => ['backup', join(cwd, 'other/copy.sqlite')]],
])('A command that only reads changes nothing in a file without a schema: %s', async (_, command) => {
  mkdirSync(join(cwd, 'other'), { mode: 0o700 });
  runOnFile(file, 'PRAGMA journal_mode = DELETE');
  const before = readFileSync(file);
  expect(await animalStore(command(), store)).toMatchObject({ code: 0 });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(join(cwd, 'data'))).toEqual(['animal-store.sqlite']);
});
