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
import { join } from 'node:path';
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

  expect(await bash(recipe('rm -f data/animal-store'), store)).toMatchObject({ code: 0 });
  const restored = await serveWhenReady(store);
  await add(restored.url);
  await restored.stop();
  expect(countPets(file)).toBe(copied + 1);
});

test('animal-store backup overwrites no file, and names the folder that is missing or refuses the file', async () => {
  writeFileSync(join(cwd, 'mine'), 'precious');
  const refusals: [file: string, code: number, reason: RegExp][] = [
    [join(cwd, 'mine'), 1, /mine exists/],
    [join(cwd, 'data'), 1, /data exists/],
    [join(cwd, 'mine/copy'), 1, /folder .*mine\./],
    [join(cwd, 'nowhere/copy'), 1, /folder .*nowhere\./],
    ['/proc/copy', 69, / \/proc\/copy was not .*ENOENT/],
  ];
  for (const [name, code, reason] of refusals) {
    const refused = await animalStore(['backup', name], store);
    expect(refused).toMatchObject({ code, stderr: expect.stringMatching(reason) });
  }
  const unusable = await animalStoreProcess(['backup', 'x'.repeat(300)], store);
  expect(unusable).toMatchObject({ code: 69, stderr: expect.stringMatching(/^.*ENAMETOOLONG.*\n$/) });
  expect(readFileSync(join(cwd, 'mine'), 'utf8')).toBe('precious');
});

test.each(['backup - | cat', 'backup /dev/stdout | cat', 'backup >(cat)', 'backup /dev/full', 'backup pipe'])(
  'animal-store %s is refused before it copies, because a backup is checked as a file',
  async (command) => {
    execFileSync('mkfifo', ['pipe'], { cwd });
    const line = `set -o pipefail; animal-store ${command}`;
    expect(await bash(line, store)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^.*piped.*\n$/) });
    expect(readdirSync(cwd).toSorted()).toEqual(['data', 'pipe']);
  },
);

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

test('animal-store backup leaves no file if the copy would be damaged or the store does not exist', async () => {
  const pages = readFileSync(file);
  writeFileSync(file, pages.fill(0xff, 8192, 16_384));
  // In a process of its own, since a driver that another test has loaded throws errors of that test's realm.
  const damaged = await animalStoreProcess(['backup', join(cwd, 'copy')], store);
  expect(damaged).toMatchObject({ code: 69, stderr: expect.stringMatching(/^.*did not pass its check: .*\n$/) });
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
  await backUp(file, join(cwd, 'copy'), { onProgress, onCheck: () => undefined });
  expect(copied).toEqual([...new Set(copied)].toSorted((one, other) => one - other));
  expect(countPets(file)).toBeGreaterThan(2);
  expect(countPets(join(cwd, 'copy'))).toBe(0);
});

test('animal-store backup stops at a signal while it copies and while it checks, and leaves no file', async () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)';
  runOnFile(file, `${numbers} INSERT INTO pets (name, category_id, status) SELECT 'animal', i, 'sold' FROM n`);
  const { size } = statSync(file);
  const partial = () => readdirSync(cwd).find((name) => name.endsWith('.partial'));
  const begun = () => partial();
  const checked = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const moments: ((backup: Running) => unknown)[] = [begun, ({ pid }) => checked(pid) || undefined];
  for (const moment of moments) {
    const backup = startAnimalStore(['backup', join(cwd, 'copy')], store);
    await backup.until(() => moment(backup) ?? undefined);
    expect(await backup.stop('SIGTERM')).toEqual({ code: 143, stdout: '', stderr: '' });
    expect(readdirSync(cwd)).toEqual(['data']);
  }
  expect(await animalStoreProcess(['backup', join(cwd, 'copy')], store)).toMatchObject({ code: 0 });
  expect(statSync(join(cwd, 'copy')).size).toBe(size);
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
