import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Returns what the reporter of these results prints when its process ends. */
function report(...tests: readonly (readonly [status: string, ...ancestorTitles: string[]])[]): string {
  const testResults = tests.map(([status, ...ancestorTitles]) => ({ status, ancestorTitles }));
  const results = { testResults: [{ testResults }], numPassedTests: 1, numFailedTests: 0, numTodoTests: 0 };
  const all = { ...results, numRuntimeErrorTestSuites: 0, numPendingTests: tests.length - 1 };
  const script = `const { default: Reporter } = await import(${JSON.stringify(REPORTER)});
    new Reporter(undefined).onRunComplete(new Set(), ${JSON.stringify(all)});`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout;
}

const REPORTER = join(import.meta.dirname, 'skip-reporter.mjs');

describe('The last lines of a run', () => {
  it('state once for each reason how many tests were skipped', () => {
    const printed = report(
      ['passed', 'Pets'],
      ['pending', 'Pictures (skipped: no browser)'],
      ['pending', 'Outer', 'Pets on MySQL (skipped: no mysqld (it was refused))', 'inner'],
      ['pending', 'Keys on MySQL (skipped: no mysqld (it was refused))'],
      ['pending', 'left out by -t'],
    );
    expect(printed).toBe(
      '\nskipped: 2 tests: no mysqld (it was refused)\nskipped: 1 test: no browser\n1 passed, 0 failed, 4 skipped\n',
    );
  });
});
