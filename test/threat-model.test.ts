import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync('docs/threat-model.md', 'utf8');

/** File and what its test is called, of every test that the page names. */
const named = [...page.matchAll(/`(test\/[\w./-]+)`: ((?:"[^"]*"(?:, )?)+)/g)].flatMap(([, file = '', names = '']) =>
  [...names.matchAll(/"([^"]*)"/g)].map(([, name = '']) => [file, name] as const),
);

describe('the threat model', () => {
  it('has a row for each of OWASP’s ten, with a test', () => {
    for (let risk = 1; risk <= 10; risk++) {
      expect(page).toMatch(new RegExp(`^\\| API${risk} .*\`test/[\\w./-]+\\.test\\.ts\`: "`, 'm'));
    }
  });

  it('names a test in every row of its tables of threats', () => {
    const tables = [...page.matchAll(/^\| (?:risk|threat) .*\n\|[ |-]+\n((?:\|.*\n)+)/gm)];
    const rows = tables.flatMap(([, body = '']) => body.trimEnd().split('\n'));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !/`test\/[\w./-]+`: "[^"]+"/.test(row))).toEqual([]);
  });

  it.each(named)('names a test that exists: %s %s', (file, name) => {
    expect(readFileSync(file, 'utf8').toLowerCase()).toContain(name.toLowerCase());
  });
});
