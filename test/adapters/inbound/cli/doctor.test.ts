import { realpathSync } from 'node:fs';
import { describe, expect, it, jest, test } from '@jest/globals';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storages.js';
import { animalStore, defaultFile, defaultUrl, folderWithEmptyDatabase } from '../../../support/command.js';
import { newFolder } from '../../../support/folder.js';
import { animalStoreProcess, logOf, startAnimalStore } from '../../../support/process.js';
import { eventually } from '../../../support/eventually.js';
import { runOnFile } from '../../../support/sqlite.js';
import { benchOn, describeEach, SQL_SERVERS } from '../../../support/storages.js';

describe('animal-store doctor', () => {
  test('says of a healthy store what a start met, and leaves no row', async () => {
    const cwd = newFolder();
    await animalStore(['migrate'], { cwd });
    const { name, location } = parseStorageUrl(defaultUrl({ cwd: realpathSync(cwd) }));
    const messages = [
      `The configuration is valid; the database is ${name}, ${location}.`,
      'The database answers, and its schema is up to date.',
      'The database keeps what is written, with every character and digit.',
    ];
    expect(await animalStore(['doctor'], { cwd })).toEqual({
      code: 0,
      stdout: messages.map((message) => `ok    ${message}\n`).join(''),
      stderr: 'No faults found.\n',
    });
    expect(JSON.parse((await animalStore(['doctor', '--json'], { cwd })).stdout)).toEqual(
      messages.map((message) => ({ ok: true, message })),
    );
    for (const table of ['pets', 'idempotency_keys', 'sessions']) {
      expect(runOnFile(defaultFile({ cwd }), `SELECT * FROM ${table}`)).toEqual([]);
    }
  });

  test('exits with code 1 for a fault that a start does not meet', async () => {
    const cwd = newFolder();
    await animalStore(['migrate'], { cwd });
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    const { code, stdout, stderr } = await animalStore(['doctor'], { cwd }).finally(() => clock.mockRestore());
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Faults to fix: 1.\n' });
    expect(stdout).toMatch(/^(ok {4}.*\n){3}FAULT The clock of the database is .* behind .*\. Synchronize .*\.\n$/);
  });

  test.each([
    ['wrong variables', { PORT: 'x', LOG_LEVEL: 'loud' }, 78],
    ['a file of another kind', { DATABASE_URL: `sqlite:${process.execPath}`, PORT: '0' }, 69],
  ])('refuses what serve refuses, in the same words: %s', async (_, env, code) => {
    const [doctor, serve] = [await animalStore(['doctor'], { env }), await animalStoreProcess(['serve'], { env })];
    expect(doctor).toMatchObject({ code, stderr: serve.stderr });
    expect(serve).toMatchObject({ code, stderr: expect.stringMatching(/./) });
  });

  test.each([
    ['loses rows', 'DELETE FROM pets WHERE id = NEW.id', 'stored otherwise'],
    ['changes characters', "UPDATE pets SET name = '?' WHERE id = NEW.id", 'stored otherwise'],
    ['changes digits', 'UPDATE pets SET category_id = 9223372036854775000 WHERE id = NEW.id', 'stored otherwise'],
    ['loses sessions', 'DELETE FROM sessions', 'cannot be read', 'sessions'],
  ])('refuses a database that %s, as serve does, and names the reason', async (_, change, effect, table = 'pets') => {
    const place = { cwd: newFolder(), env: { PORT: '0' } };
    await animalStore(['migrate'], place);
    runOnFile(defaultFile(place), `CREATE TRIGGER other AFTER INSERT ON ${table} BEGIN ${change}; END`);
    const doctor = await animalStore(['doctor'], place);
    expect(doctor.code).toBe(69);
    expect(doctor.stderr).toMatch(/^The database does not keep what it accepts, at .*store\.sqlite\. \(.*\)\n$/);
    expect(doctor.stderr).toContain(effect);
    expect(doctor.stdout).toContain(`FAULT The trigger ${table}.other is not of this service`);
    for (const each of ['pets', 'idempotency_keys', 'sessions']) {
      expect(runOnFile(defaultFile(place), `SELECT * FROM ${each}`)).toEqual([]);
    }
    const serve = await animalStoreProcess(['serve'], {
      ...place,
      env: { ...place.env, DATABASE_URL: defaultUrl(place) },
    });
    expect(serve).toMatchObject({ code: 69, stderr: doctor.stderr });
    // A process that ends has written what it had logged.
    expect(logOf(serve.stdout).map(({ msg }) => msg)).toContain('the database has a fault');
    expect(serve.stdout).toContain(`The trigger ${table}.other is not of this service`);
  });

  test('leaves no row in a database that refuses the second of several statements', async () => {
    const place = { cwd: newFolder() };
    await animalStore(['migrate'], place);
    const refusing = "CREATE TRIGGER other BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'no'); END";
    runOnFile(defaultFile(place), refusing);
    expect(await animalStore(['doctor'], place)).toMatchObject({ code: 69, stderr: expect.stringMatching(/no\n$/) });
    expect(runOnFile(defaultFile(place), 'SELECT * FROM pets')).toEqual([]);
  });

  test('refuses pending migrations as serve does with MIGRATE_ON_START=false, and does not migrate', async () => {
    const fresh = { cwd: folderWithEmptyDatabase(), env: { MIGRATE_ON_START: 'false', PORT: '0' } };
    const doctor = await animalStore(['doctor'], fresh);
    expect(doctor).toMatchObject({ code: 69, stderr: expect.stringMatching(/migrations are pending: InitialSchema/) });
    expect(await animalStoreProcess(['serve'], fresh)).toMatchObject({ code: 69, stderr: doctor.stderr });
  });
});

describeEach(SQL_SERVERS, 'animal-store doctor', (kind) => {
  const bench = benchOn(kind);

  it('leaves no animal and no key if it is killed', async () => {
    await bench.migrated();
    const { url, sql } = bench.target();
    await sql.query('CREATE TRIGGER slow BEFORE INSERT ON idempotency_keys FOR EACH ROW DO SLEEP(60)');
    const doctor = startAnimalStore(['doctor'], { env: { DATABASE_URL: url } });
    const processes = "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state = 'User sleep'";
    // The server refuses to list statements whose characters it cannot convert.
    const sleeping = () => sql.query(processes).catch(() => undefined);
    const { id } = await doctor.until(async () => (await sleeping())?.[0]);
    await doctor.stop('SIGKILL');
    // The server may notice the end of its client only after the sleep, or has noticed it already.
    await sql.query(`KILL ${String(id)}`).catch(() => undefined);
    await eventually(async () => (await sleeping())?.length === 0);
    for (const table of ['pets', 'idempotency_keys', 'sessions']) {
      expect(await sql.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });
});
