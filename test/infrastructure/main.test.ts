import { spawnSync } from 'node:child_process';
import { describe, expect, it, test } from '@jest/globals';
import { manifest, oldestNode } from '../support/manifest.js';
import { bash, logOf, MAIN, startNpm } from '../support/process.js';

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
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('ends the program: %s', (signal, status) => {
    const sendOnceHandled = `process.on('newListener', function send(event) {
      if (event !== '${signal}') return;
      process.off('newListener', send);
      process.kill(process.pid, event);
      console.error(process.moduleLoadList.includes('NativeModule net') ? 'after loading' : 'before loading');
    })`;
    // At once, or by a graceful stop where everything is loaded before the event loop turns.
    const ended = runAfter(sendOnceHandled, MAIN, 'serve');
    expect(ended.stderr).toMatch(/^before loading\n/);
    expect([status, 0]).toContain(ended.status);
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
