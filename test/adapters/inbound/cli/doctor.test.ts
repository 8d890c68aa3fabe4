import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { newDatabase } from '../../../support/new-database.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../../../support/mysql.js';
import {
  animalStore,
  cleanUp,
  folderWithEmptyDatabase,
  newFolder,
  type Surroundings,
} from '../../../support/process.js';

afterAll(cleanUp);

interface Finding {
  check: string;
  ok: boolean;
  message: string;
  fix?: string;
}

/** What the doctor ended with, and what it found to be at fault. */
async function examine(
  surroundings: Surroundings,
): Promise<{ code: number | null; checks: string[]; failures: Finding[] }> {
  const { code, stdout } = await animalStore(['doctor', '--json'], surroundings);
  const findings = JSON.parse(stdout) as Finding[];
  return { code, checks: findings.map(({ check }) => check), failures: findings.filter(({ ok }) => !ok) };
}

describe('animal-store doctor', () => {
  test('finds a store that is migrated well, and says so', async () => {
    const cwd = newFolder();
    await animalStore(['migrate'], { cwd });
    expect(await examine({ cwd })).toEqual({
      code: 0,
      checks: ['configuration', 'reachability', 'schema', 'rights', 'privacy', 'character set', 'file'],
      failures: [],
    });
    const { code, stdout, stderr } = await animalStore(['doctor'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'All is well.\n' });
    expect(stdout).toMatch(/^ok {4}configuration: .*\n(ok {4}.*\n){6}$/);
    expect(stdout).toContain(
      `ok    reachability: SQLite answers: ${join(realpathSync(cwd), 'data/animal-store.sqlite')}.\n`,
    );
  });

  test('names what is wrong in the configuration, and what is pending, and how to mend it', async () => {
    const wrong = await examine({ env: { PORT: 'x', LOG_LEVEL: 'loud' } });
    expect(wrong).toMatchObject({ code: 1, checks: ['configuration', 'configuration'] });
    expect(wrong.failures.map(({ message }) => message.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL']);

    const fresh = await animalStore(['doctor'], { cwd: folderWithEmptyDatabase() });
    expect(fresh).toMatchObject({ code: 1, stderr: '1 to fix.\n' });
    expect(fresh.stdout).toMatch(
      /^FAULT schema: Not applied yet: InitialSchema\d+.*\.\n {6}Run animal-store migrate /m,
    );
  });

  test('ends with 69 where the store cannot be reached, and tells no password', async () => {
    const env = { DATABASE_URL: 'mysql://keeper:hunter2@127.0.0.1:1/animals' };
    const { code, checks, failures } = await examine({ env });
    expect({ code, checks }).toEqual({ code: 69, checks: ['configuration', 'reachability'] });
    expect(failures).toMatchObject([{ message: expect.stringContaining('ECONNREFUSED'), fix: expect.any(String) }]);
    expect(failures[0]?.message).toContain('127.0.0.1:1/animals');
    expect(JSON.stringify(failures)).not.toContain('hunter2');
  });
});

describeMysql('animal-store doctor on MySQL', () => {
  let database: MysqlDatabase;
  beforeEach(async () => {
    database = await newMysqlDatabase();
    expect((await animalStore(['migrate'], surroundings())).code).toBe(0);
  });
  afterEach(() => database.drop());

  function surroundings(user = 'root'): Surroundings {
    const { port, database: name } = database.options;
    return { env: { DATABASE_URL: `mysql://${user}@127.0.0.1:${port}/${name}` } };
  }

  it('finds nothing where all is well', async () => {
    expect(await examine(surroundings())).toEqual({
      code: 0,
      checks: [
        ...['configuration', 'reachability', 'schema', 'rights', 'version', 'writes', 'sql_mode', 'character set'],
        ...['storage engine', 'clock'],
      ],
      failures: [],
    });
  });

  it('finds a right that is missing', async () => {
    const user = `d_${database.options.database.slice(-16)}`;
    await database.root.query('CREATE USER ?@? IDENTIFIED BY ?', [user, '%', '']);
    await database.root.query('GRANT SELECT, INSERT ON ??.* TO ?@?', [database.options.database, user, '%']);
    const { code, failures } = await examine(surroundings(user));
    expect({ code, failures }).toMatchObject({
      code: 1,
      failures: [{ check: 'rights', message: 'The user may not: UPDATE, DELETE.' }],
    });
    await database.root.query('DROP USER ?@?', [user, '%']);
  });

  it('finds a table of another engine and a column of another character set', async () => {
    await database.root.query('ALTER TABLE pets MODIFY name VARCHAR(256) CHARACTER SET latin1 NOT NULL');
    await database.root.query('CREATE TABLE odd (id INT) ENGINE = MyISAM');
    const { code, failures } = await examine(surroundings());
    expect(code).toBe(1);
    expect(failures.map(({ check, message }) => `${check}: ${message}`)).toEqual([
      'character set: Connection utf8mb4; not utf8mb4: pets.name.',
      'storage engine: Not InnoDB: odd.',
    ]);
  });

  it('tells of a schema that is newer, which is no fault', async () => {
    await database.root.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'FromTomorrow9999999999999')`,
    );
    const { code, stdout } = await animalStore(['doctor'], surroundings());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {4}schema: Newer than this program: FromTomorrow9999999999999\./m);
  });

  it.each([
    [60_000, 'behind'],
    [-60_000, 'ahead of'],
  ])('finds a clock that is %d ms off', async (offset, direction) => {
    const connected = newDatabase(database.options);
    await connected.connect();
    const findings = await new TypeormSchema(connected).diagnose(() => Date.now() + offset);
    expect(findings.find(({ check }) => check === 'clock')).toMatchObject({
      ok: false,
      message: expect.stringMatching(new RegExp(`^The database's clock is \\d+ ms ${direction} ours\\.$`)),
    });
    await connected.close();
  });
});
