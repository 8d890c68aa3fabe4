import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder } from '../support/folder.js';
import { startNpm } from '../support/process.js';

const OPENAPI = 'src/adapters/inbound/http/api/openapi/openapi.yaml';
const CHECK = 'src/infrastructure/node-version.mjs';
const COPIED = ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', OPENAPI, CHECK];

/** A checkout with few sources, in a folder with a blank. */
let cwd: string;
const at = (path: string) => join(cwd, path);
const write = (path: string, text: string) => writeFileSync(at(path), text);
const output = (path: string) => readFileSync(at(path), 'utf8');

beforeAll(() => {
  cwd = join(newFolder(), 'a checkout');
  for (const path of COPIED) cpSync(path, at(path), { recursive: true });
  mkdirSync(at('src/adapters/inbound/http/pages'));
  symlinkSync(resolve('node_modules'), at('node_modules'));
  write('src/infrastructure/main.ts', "console.log('first' satisfies string);\n");
  write('src/other.ts', 'export const other = 1;\n');
});

const COMPILING = /^Compiling src to dist\..*\n/;
const SCRIPT = ['scripts/build.mjs'];

function runBuild() {
  const { status, stdout, stderr } = spawnSync(process.execPath, SCRIPT, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Builds, and returns whether that compiled. */
function build(): boolean {
  const { stderr, ...ended } = runBuild();
  expect({ ...ended, stderr: stderr.replace(COMPILING, '') }).toEqual({ status: 0, stdout: '', stderr: '' });
  return stderr !== '';
}

describe('The build', () => {
  test('compiles, says so, and does it again only after a change', () => {
    expect(build()).toBe(true);
    expect(output('dist/infrastructure/main.js')).toContain("console.log('first');");
    expect(existsSync(at('dist/infrastructure/node-version.mjs'))).toBe(true);
    expect(build()).toBe(false);

    write('src/infrastructure/main.ts', "console.log('second');\n");
    utimesSync(at('src/infrastructure/main.ts'), 0, 0); // Git may check out a file that is older than dist.
    expect(build()).toBe(true);
    expect(output('dist/infrastructure/main.js')).toContain("console.log('second');");
    expect(build()).toBe(false);
  });

  test('restores an output that is missing, and removes that of a source that is gone', () => {
    build();
    rmSync(at('dist/other.js'));
    expect(build()).toBe(true);
    expect(existsSync(at('dist/other.js'))).toBe(true);
    rmSync(at('src/other.ts'));
    expect(build()).toBe(true);
    expect(existsSync(at('dist/other.js'))).toBe(false);
    expect(build()).toBe(false);
  });

  test('is repeated after one that was interrupted or failed', async () => {
    write('src/infrastructure/main.ts', 'console.log(;\n');
    for (const _ of ['first', 'again']) {
      expect(runBuild()).toMatchObject({ status: 2, stdout: expect.stringContaining('main.ts(1,13)') });
    }
    write('src/infrastructure/main.ts', "console.log('third');\n");
    const interrupted = spawn(process.execPath, SCRIPT, { cwd, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const ended = once(interrupted, 'exit');
    await once(interrupted.stderr, 'data');
    process.kill(-(interrupted.pid ?? NaN), 'SIGKILL'); // and the compiler
    await ended;
    expect(build()).toBe(true);
    expect(output('dist/infrastructure/main.js')).toContain("console.log('third');");
  });
});

test('With a package of another version, as after git pull, the build names it and says how to install it', () => {
  const text = output('package.json');
  const { jest } = (JSON.parse(text) as { devDependencies: { jest: string } }).devDependencies;
  write('package.json', text.replace(`"jest": "${jest}"`, '"jest": "999.0.0"'));
  rmSync(at('dist'), { recursive: true, force: true });
  const { status, stderr } = runBuild();
  write('package.json', text);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^node_modules does not have jest 999\.0\.0, .* npm ci --include=dev --no-workspaces, .*\n$/);
});

describe('Without the development packages', () => {
  beforeAll(() => {
    renameSync(at('node_modules'), at('others'));
    mkdirSync(at('node_modules/.bin'), { recursive: true });
    symlinkSync(process.execPath, at('node_modules/.bin/node'));
    rmSync(at('dist'), { recursive: true, force: true });
  });

  test.each(['start', 'test', 'run demo'])(
    'npm %s says in one line why, with NODE_ENV=production, and how to install them',
    async (command) => {
      const { code, stdout, stderr } = await startNpm(['--silent', ...command.split(' ')], {
        cwd,
        env: { NODE_ENV: 'production' },
      }).ended;
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^The development packages are missing, because NODE_ENV .* npm ci --include=dev --no-workspaces, .*\n$/,
      );
    },
  );
});
