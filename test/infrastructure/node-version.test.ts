import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const [oldest = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? [];

/** Runs a program on this Node.js, which says that it is another version. */
function runOn(version: string, ...program: string[]) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, ...program],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe.each([
  ['the program', ['dist/infrastructure/main.js', '--version']],
  ['Jest', ['node_modules/jest/bin/jest.js', '--showConfig']],
])('%s', (_, program) => {
  test.each(['18.20.8', '20.20.2', '22.9.0', '22.12.0'])('refuses Node.js %s in one line', (version) => {
    expect(runOn(version, ...program)).toEqual({
      status: 78,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Node\\.js ${oldest} or later is needed; \\S+ is ${version}\\. Run npm ci .*\\n$`),
      ),
    });
  });

  test.each([`${oldest}.0`, '24.0.0', '26.10.0', '100.0.0'])('runs on Node.js %s', (version) => {
    expect(runOn(version, ...program)).toMatchObject({ status: 0, stderr: '' });
  });
});
