import { realpathSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storages.js';
import {
  animalStore,
  defaultUrl,
  folderWithEmptyDatabase,
  newFolder,
  type Surroundings,
} from '../../../support/process.js';
import { AWAY_URLS } from '../../../support/storages.js';

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
  test('reports that a migrated store is healthy', async () => {
    const cwd = newFolder();
    await animalStore(['migrate'], { cwd });
    expect(await examine({ cwd })).toEqual({
      code: 0,
      checks: ['configuration', 'reachability', 'schema', 'rights', 'room', 'privacy', 'character set', 'file'],
      failures: [],
    });
    const { code, stdout, stderr } = await animalStore(['doctor'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'No faults found.\n' });
    expect(stdout).toMatch(/^ok {4}configuration: .*\n(ok {4}.*\n){7}$/);
    const { name, location } = parseStorageUrl(defaultUrl({ cwd: realpathSync(cwd) }));
    expect(stdout).toContain(`ok    reachability: ${name} answers: ${location}.\n`);
  });

  test('reports faults of the configuration and pending migrations, with their remedies', async () => {
    const wrong = await examine({ env: { PORT: 'x', LOG_LEVEL: 'loud' } });
    expect(wrong).toMatchObject({ code: 1, checks: ['configuration', 'configuration'] });
    expect(wrong.failures.map(({ message }) => message.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL']);

    const file = { DATABASE_URL: '', DATABASE_URL_FILE: '/nonexistent/database-url' };
    expect((await examine({ env: file })).failures).toMatchObject([
      {
        check: 'configuration',
        message: expect.stringContaining('must name a file that this process can read (ENOENT)'),
      },
    ]);

    const fresh = await animalStore(['doctor'], { cwd: folderWithEmptyDatabase() });
    expect(fresh).toMatchObject({ code: 1, stderr: 'Faults to fix: 1.\n' });
    expect(fresh.stdout).toMatch(
      /^FAULT schema: Migrations are pending: InitialSchema\d+.*\.\n {6}Run animal-store migrate\.$/m,
    );
  });

  test.each(AWAY_URLS)('exits with code 69 if the store cannot be reached, and prints no password: %s', async (url) => {
    const { code, checks, failures } = await examine({ env: { DATABASE_URL: url } });
    expect({ code, checks }).toEqual({ code: 69, checks: ['configuration', 'reachability'] });
    expect(failures).toMatchObject([{ message: expect.stringContaining('ECONNREFUSED'), fix: expect.any(String) }]);
    expect(failures[0]?.message).toContain('127.0.0.1:1/database');
    expect(JSON.stringify(failures)).not.toContain('hunter2');
  });
});
