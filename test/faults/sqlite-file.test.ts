import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { addition, callerOf, eventually, namesIn, newKeyIn, type Caller } from '../support/callers.js';
import { animalStore } from '../support/command.js';
import { newFolder } from '../support/folder.js';
import { IS_LONG } from '../support/long.js';
import { animalStoreProcess } from '../support/process.js';
import { startTestServer } from '../support/server.js';
import { runOnFile } from '../support/sqlite.js';

let folder: string;
let file: string;
let key: string;
let surroundings: { env: { DATABASE_URL: string } };
beforeEach(async () => {
  folder = join(newFolder(), 'data');
  mkdirSync(folder);
  file = join(folder, 'store.sqlite');
  surroundings = { env: { DATABASE_URL: `sqlite:${file}` } };
  key = await newKeyIn(`sqlite:${file}`);
});

/** Starts the service on the file in this process, and adds an animal. */
async function openFile(path = file) {
  const storage = parseStorageUrl(`sqlite:${path}`);
  const server = await startTestServer({ storage, email: `${Math.random()}@example.com` });
  const call = callerOf(server.url, key);
  expect((await call(addition('before'))).status).toBe(201);
  return { server, call };
}

/** Adds animals until the service refuses one, and returns their names. */
async function addUntilRefused(call: Caller): Promise<{ added: string[]; text: string }> {
  const added: string[] = [];
  const { text } = await eventually(async () => {
    const name = `after ${added.length}`;
    const { status, text } = await call(addition(name));
    if (status === 201) added.push(name);
    else expect(status).toBe(503);
    return status === 503 && { text };
  });
  return { added, text };
}

describe('A file that is lost while it is open', () => {
  /** A file in another folder, and a database that the service has never used. */
  const elsewhere = () => join(dirname(folder), 'elsewhere.sqlite');
  async function otherDatabase(): Promise<string> {
    const path = join(dirname(folder), 'other.sqlite');
    await animalStore(['migrate'], { env: { DATABASE_URL: `sqlite:${path}` } });
    return path;
  }

  it.each<[event: string, happen: () => Promise<void> | void]>([
    ['removed', () => unlinkSync(file)],
    ['moved', () => renameSync(file, elsewhere())],
    ['moved with its folder', () => renameSync(folder, `${folder}.old`)],
    ['replaced by another', async () => renameSync(await otherDatabase(), file)],
  ])('makes additions 503, with the path and the remedy in the log, and reads go on: %s', async (_, happen) => {
    const { server, call } = await openFile();
    await happen();
    const { text: refusal } = await addUntilRefused(call);
    const { status: readiness, text } = await call({ path: '/readyz' });
    const { status, reason: message } = JSON.parse(text) as Record<string, unknown>;
    expect([readiness, status, message]).toEqual([
      200,
      'refuses-writes',
      expect.stringContaining('must restart the service'),
    ]);
    expect(refusal).toContain(message);
    expect((await call()).text).toContain('before');
    const reason = `: ${file} was removed`;
    const refused = server.records.find(({ status }) => status === 503);
    expect(refused).toMatchObject({ error: { cause: { message: expect.stringContaining(reason) } } });
    await server.close();
  });

  it('takes no addition when it is back, until the service starts again', async () => {
    const { server, call } = await openFile();
    renameSync(folder, `${folder}.old`);
    const { added } = await addUntilRefused(call);
    renameSync(`${folder}.old`, folder);
    expect((await call(addition('back'))).status).toBe(503);
    await server.close();
    expect(await namesIn(`sqlite:${file}`)).toEqual(['before', ...added]);
  });

  it('is found by a link that leads to another file', async () => {
    const link = join(dirname(folder), 'link.sqlite');
    symlinkSync(file, link);
    const { server, call } = await openFile(link);
    const other = await otherDatabase();
    symlinkSync(other, `${link}.new`);
    renameSync(`${link}.new`, link);
    const { added } = await addUntilRefused(call);
    await server.close();
    expect(await namesIn(`sqlite:${file}`)).toEqual(['before', ...added]);
    expect(await namesIn(`sqlite:${other}`)).toEqual([]);
  });
});

/** Fills the table of animals without the service. */
function fill(count: number): void {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  runOnFile(file, `${numbers} INSERT INTO pets (name, category_id, status) SELECT 'animal ' || i, i, 'sold' FROM n`);
}

/** Overwrites the middle of the file, whose pages hold animals. */
function damage(): void {
  const content = readFileSync(file);
  writeFileSync(file, content.fill(0xff, Math.floor(content.length * 0.4), Math.floor(content.length * 0.6)));
}

/** Runs the commands that open the database as a start does. All refuse the file in the same words, which it returns. */
async function refusedByAll(): Promise<string> {
  const ended = [await animalStore(['doctor'], surroundings), await animalStore(['migrate'], surroundings)];
  if (IS_LONG) ended.push(await animalStoreProcess(['serve'], { env: { ...surroundings.env, PORT: '0' } }));
  expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([69]));
  const [words = '', ...others] = new Set(ended.map(({ stderr }) => stderr));
  expect(others).toEqual([]);
  return words;
}

describe('A damaged file', () => {
  it('makes 503 what reads the damage, then every addition, and is found by doctor, which names the remedy', async () => {
    fill(20_000);
    damage();
    const { server, call } = await openFile();
    const damaged = expect.stringContaining('damaged') as unknown;
    for (const request of [{ path: '/v1/pets/10000' }, addition('after')])
      expect(await call(request)).toMatchObject({ status: 503, text: damaged });
    const { status, text } = await call({ path: '/readyz' });
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'refuses-writes', reason: damaged }]);
    expect((await call()).status).toBe(200);
    const refused = server.records.find(({ status }) => status === 503);
    const remedy = `${file}. Restore a backup`;
    expect(refused).toMatchObject({ error: { cause: { message: expect.stringContaining(remedy) } } });
    await server.close();
    expect(await animalStore(['keys', 'list'], surroundings)).toMatchObject({ code: 0 });
    const doctor = await animalStore(['doctor'], surroundings);
    expect(doctor).toMatchObject({ code: 69, stderr: expect.stringContaining(remedy) });
  });

  it.each([50, 4096, 50_000])(
    'prevents the start if it was truncated to %i bytes, with the path and the remedy',
    async (size) => {
      truncateSync(file, size);
      expect(await refusedByAll()).toContain(`${file}. Restore a backup`);
    },
  );
});

describe('A file of another program', () => {
  it.each([
    ['with a table of its own', 'CREATE TABLE dashboards (id INTEGER)'],
    ['that uses TypeORM, too', 'CREATE TABLE migrations (id INTEGER, timestamp INTEGER, name TEXT)'],
    ['with a table of the same name', 'CREATE TABLE pets (owner TEXT)'],
  ])('is refused and stays as it is: %s', async (_, statement) => {
    rmSync(file);
    runOnFile(file, statement);
    const before = readFileSync(file);
    expect(await refusedByAll()).toContain(`${file} has only tables of another program`);
    expect(await animalStore(['keys', 'list'], surroundings)).toMatchObject({ code: 69 });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
