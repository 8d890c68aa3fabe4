import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { newFolder } from '../support/folder.js';
import { logOf, MAIN, serveUnread, serveWhenReady, startNpm } from '../support/process.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

/** The oldest Node.js that the package allows, such as 22.14. */
const [oldestNode = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? [];

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
  /** Runs the program as on another Node.js, with its version of Node-API (https://nodejs.org/api/n-api.html). */
  function runOn(node: string, napi: string) {
    const versions = JSON.stringify({ ...process.versions, node, napi });
    return runAfter(`Object.defineProperty(process, 'versions', { value: ${versions} })`, ...program);
  }

  test('refuses an older Node.js in one line', () => {
    const version = '22.13.1';
    const { status, stdout, stderr } = runOn(version, '9');
    expect([status, stdout]).toEqual([78, '']);
    const found = `Node.js ${oldestNode} or later is needed; ${process.execPath} is ${version}. Run npm ci `;
    expect([stderr.slice(0, found.length), stderr.indexOf('\n')]).toEqual([found, stderr.length - 1]);
  });

  test('runs on the oldest Node.js that has the version of Node-API', () => {
    expect(runOn(`${oldestNode}.0`, '10')).toMatchObject({ status: 0, stderr: '' });
  });
});

test('SIGUSR1 opens no debugger', async () => {
  const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
  process.kill(service.pid, 'SIGUSR1');
  // The process handles signals in order, so it has handled the first one when it handles the second.
  expect(await service.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Debugger') });
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
    ['SIGHUP', 129],
  ] as const)('ends the program at once: %s', async (signal, code) => {
    const program = serveUnread({ main: join(folder, 'main.js') });
    await program.until(() => program.stdout().includes('loading') || undefined);
    expect(await program.stop(signal)).toMatchObject({ code, stderr: '' });
  });
});

test('SIGTERM to npm start stops the service', async () => {
  // A contributor may have a file .env here, which these variables precede.
  const env = { DATABASE_URL: 'memory:', PORT: '0', LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
  const npm = startNpm(['start', '--silent'], { env });
  await npm.until(() => npm.stdout().includes('"msg":"ready"') || undefined);
  await npm.stop();
  expect(logOf(npm.stdout()).at(-1)).toMatchObject({ msg: 'stopped' });
});
