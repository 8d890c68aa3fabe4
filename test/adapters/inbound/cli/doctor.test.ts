import { readdirSync, realpathSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storage-url.js';
import { animalStore, defaultFile, defaultUrl, folderWithEmptyDatabase } from '../../../support/command.js';
import { CAT } from '../../../support/examples.js';
import { newFolder } from '../../../support/folder.js';
import { animalStoreProcess } from '../../../support/process.js';
import { runOnFile } from '../../../support/sqlite.js';
import { benchOn, describeEach, open, SQL_SERVERS, SQL_STORAGES, targets } from '../../../support/storages.js';

describe('animal-store doctor', () => {
  test('says of a healthy store what it met, and leaves no row', async () => {
    const cwd = newFolder();
    await animalStore(['migrate'], { cwd });
    const { name, location } = parseStorageUrl(defaultUrl({ cwd: realpathSync(cwd) }));
    const { code, stdout } = await animalStore(['doctor'], { cwd });
    expect({ code, marks: stdout.match(/^\w+/gm) }).toEqual({ code: 0, marks: ['ok', 'ok', 'ok'] });
    for (const words of [name, location]) expect(stdout.split('\n')[0]).toContain(words);
    const { stdout: json } = await animalStore(['doctor', '--json'], { cwd });
    const lines = (JSON.parse(json) as { message: string }[]).map(({ message }) => `ok    ${message}\n`);
    expect(lines.join('')).toBe(stdout);
    for (const table of ['pets', 'idempotency_keys', 'sessions']) {
      expect(runOnFile(defaultFile({ cwd }), `SELECT * FROM ${table}`)).toEqual([]);
    }
  });

  test.each([
    ['wrong variables', { PORT: 'x', LOG_LEVEL: 'loud' }, 78],
    ['a file of another kind', { DATABASE_URL: `sqlite:${process.execPath}`, PORT: '0' }, 69],
  ])('refuses what serve refuses, in the same words: %s', async (_, env, code) => {
    const [doctor, serve] = [await animalStore(['doctor'], { env }), await animalStoreProcess(['serve'], { env })];
    expect(doctor).toMatchObject({ code, stderr: serve.stderr });
    expect(serve).toMatchObject({ code, stderr: expect.stringMatching(/./) });
  });

  test('refuses a database that takes no change, with the words of its engine, and leaves no row', async () => {
    const place = { cwd: newFolder() };
    await animalStore(['migrate'], place);
    const refusing = "CREATE TRIGGER other BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'not today'); END";
    runOnFile(defaultFile(place), refusing);
    const { code, stderr, stdout } = await animalStore(['doctor'], place);
    expect({ code, stderr }).toEqual({ code: 69, stderr: expect.stringMatching(/^.* not today\n$/) });
    expect(stdout).toContain(defaultFile({ cwd: realpathSync(place.cwd) }));
    expect(runOnFile(defaultFile(place), 'SELECT * FROM sessions')).toEqual([]);
  });

  test('notes that a start will create the file, and does not create it', async () => {
    const cwd = newFolder();
    const { code, stdout } = await animalStore(['doctor'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok .*\nnote .*no file .* A start creates it.*\n$/)]);
    expect(readdirSync(cwd)).toEqual([]);
    const refused = { cwd, env: { MIGRATE_ON_START: 'false' } };
    expect(await animalStore(['doctor'], refused)).toMatchObject({ code: 69 });
  });

  test('refuses pending migrations as serve does with MIGRATE_ON_START=false, and does not migrate', async () => {
    const fresh = { cwd: folderWithEmptyDatabase(), env: { MIGRATE_ON_START: 'false', PORT: '0' } };
    const doctor = await animalStore(['doctor'], fresh);
    expect(doctor).toMatchObject({ code: 69, stderr: expect.stringContaining('InitialSchema') });
    expect(await animalStoreProcess(['serve'], fresh)).toMatchObject({ code: 69, stderr: doctor.stderr });
  });
});

describeEach(SQL_STORAGES, 'animal-store doctor', (kind) => {
  const target = targets(kind);

  it('spends no id and leaves no row', async () => {
    const { url, sql } = target();
    const { pets } = await open(target());
    for (const id of [1n, 2n]) {
      expect(await animalStore(['doctor'], { env: { DATABASE_URL: url } })).toMatchObject({ code: 0 });
      expect(await pets.add(CAT)).toMatchObject({ id });
    }
    for (const table of ['sessions', 'idempotency_keys']) expect(await sql.query(`SELECT * FROM ${table}`)).toEqual([]);
  });
});

describeEach(SQL_SERVERS, 'animal-store doctor beside a service', (kind) => {
  const bench = benchOn(kind);

  it('does not wait for the lock of additions', async () => {
    const database = await bench.migrated();
    await database.transaction(async (holder) => {
      await holder.query('SELECT id FROM add_order WHERE id = 1 FOR UPDATE');
      const env = { DATABASE_URL: bench.target().url };
      expect(await animalStore(['doctor'], { env })).toMatchObject({ code: 0 });
    });
  });
});
