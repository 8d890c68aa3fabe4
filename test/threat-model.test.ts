import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { assertionsIn } from './support/assertions-in.js';

const page = readFileSync('docs/threat-model.md', 'utf8');

/**
 * The assertions that the page rests on, by file and title of their test. They change only with the page in view: does
 * its claim still hold?
 */
const recorded = JSON.parse(readFileSync('test/threat-model.json', 'utf8')) as Record<string, Record<string, string[]>>;

/** The file and part of the title of every test that the page names. */
const named = [...page.matchAll(/`(test\/[\w./-]+)`: ((?:"[^"]*"(?:, )?)+)/g)].flatMap(([, file = '', names = '']) =>
  [...names.matchAll(/"([^"]*)"/g)].map(([, name = '']) => [file, name] as const),
);

describe('the threat model', () => {
  it('has a row with a test for each of the ten risks of OWASP', () => {
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

  it('names exactly the tests whose assertions are recorded', () => {
    const keys = Object.entries(recorded).flatMap(([file, titles]) => Object.keys(titles).map((name) => [file, name]));
    expect(keys.map(String).sort()).toEqual([...new Set(named.map(String))].sort());
  });

  it.each(named)('names a test whose assertions match the record: %s %s', (file, name) => {
    const assertions = assertionsIn(readFileSync(file, 'utf8'), name);
    expect(assertions).not.toEqual([]);
    expect(assertions).toEqual(recorded[file]?.[name]);
  });
});
