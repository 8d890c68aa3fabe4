import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { manifest, oldestNode } from '../support/manifest.js';
import { bash, logOf, MAIN, newFolder, serveUnread, startNpm } from '../support/process.js';

const testScript = manifest.scripts.test?.split(' ').slice(1) ?? []; // without `node`

/** Runs a program on this Node.js, after some code. */
function runAfter(preload: string, ...program: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...program],
    { encoding: 'utf8', env: { DATABASE_URL: 'memory:', PORT: '0' } },
  );
  return { status, stdout, stderr };
}

describe.each([
  ['The program', [MAIN, '--version']],
  ['The test script', [...testScript, '--showConfig']],
])('%s', (_, program) => {
  const pretend = (node: string, napi: number) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}', napi: '${napi}' } })`;

  // The Node-API of each, as https://nodejs.org/api/n-api.html#node-api-version-matrix tells.
  test.each([
    ['18.20.8', 9],
    ['22.13.1', 9],
  ])('refuses Node.js %s in one line', (version, napi) => {
    expect(runAfter(pretend(version, napi), ...program)).toEqual({
      status: 78,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Node\\.js ${oldestNode} or later is needed; \\S+ is ${version}\\. Run npm ci .*\\n$`),
      ),
    });
  });

  test.each([
    [`${oldestNode}.0`, 10],
    ['28.0.0', 11],
  ])('runs on Node.js %s', (version, napi) => {
    expect(runAfter(pretend(version, napi), ...program)).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('A signal while the program is loading', () => {
  const folder = newFolder();
  for (const name of ['main.js', 'node-version.mjs']) copyFileSync(join(MAIN, '..', name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  // Takes the place of everything that main.js loads.
  writeFileSync(
    join(folder, 'command-line.js'),
    "setInterval(() => {}, 1000); console.log('loading'); await new Promise(() => {});",
  );

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends the program at once: %s', async (signal, code) => {
    const program = serveUnread({ main: join(folder, 'main.js') });
    await program.until(() => program.stdout().includes('loading') || undefined);
    expect(await program.stop(signal)).toMatchObject({ code, stderr: '' });
  });
});

describe('SIGTERM to npm', () => {
  it.each([
    ['npm start', ['start', '--ignore-scripts']], // without prestart, which compiles
    ['npx', ['exec', '--call', 'node dist/infrastructure/main.js serve']],
  ])('stops the service that %s runs', async (_, parameters) => {
    const npm = startNpm([...parameters, '--silent'], { DATABASE_URL: 'memory:', PORT: '0' });
    await npm.until(() => npm.stdout().includes('"msg":"ready"') || undefined);
    await npm.stop();
    expect(logOf(npm.stdout()).at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

describe('A reader of the output that ends early', () => {
  it('does not make a command fail', async () => {
    const line = 'mkfifo pipe; exec 3<>pipe 4>pipe 3>&-; animal-store migrate >&4';
    expect(await bash(line)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Migrations applied: \d+\.\n$/),
    });
  });
});
