import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import config from '../jest.config.js';
import { newFolder } from './support/process.js';
import { describeUnless } from './support/requirements.js';

const ROOT = resolve(import.meta.dirname, '..');
const CLIENT = 'clients/typescript/';
const clientMissing = existsSync(join(ROOT, CLIENT, 'node_modules'))
  ? undefined
  : 'the packages of clients/typescript are missing; run npm ci there';
const [, , operation = '', storage = '', field = '', status = ''] = readFileSync(
  join(ROOT, 'docs/tour.md'),
  'utf8',
).split(/^## .*$/m);

interface Block {
  readonly kind: string;
  readonly path: string;
  readonly code: string;
}

function blocksOf(section: string): Block[] {
  return [...section.matchAll(/^```(ts|diff|sql) (\S+)\n(.*?)^```$/gms)].map(([, kind = '', path = '', code = '']) => ({
    kind,
    path,
    code,
  }));
}

/** Applies the hunks of a diff, each of which must fit in exactly one place. */
function patched(text: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((before, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const side = (mark: string) => lines.filter((line) => !line.startsWith(mark)).map((line) => `${line.slice(1)}\n`);
    const [old, fresh] = [side('+').join(''), side('-').join('')];
    expect({ hunk, places: before.split(old).length - 1 }).toEqual({ hunk, places: 1 });
    return before.replace(old, () => fresh);
  }, text);
}

describe('The recipes, applied to a copy', () => {
  let copy: string;

  /** Runs a program of node_modules in the copy. */
  function run(program: string, ...parameters: string[]) {
    const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const args = [...options, join('node_modules', program), ...parameters];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  function expectToPass(...tests: string[]): void {
    const none = { globalSetup: undefined, globalTeardown: undefined, reporters: undefined };
    const options = JSON.stringify({ ...config, ...none, rootDir: copy });
    const { status, output } = run('jest/bin/jest.js', '--config', options, '--runInBand', ...tests);
    expect(status === 0 ? '' : output).toBe('');
  }

  function apply({ kind, path, code }: Block): void {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    expect({ path, exists: existsSync(file) }).toEqual({ path, exists: kind === 'diff' });
    writeFileSync(file, kind === 'diff' ? patched(readFileSync(file, 'utf8'), code) : code);
  }

  beforeAll(() => {
    copy = newFolder();
    const client = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'src'];
    const own = ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'jest.config.ts'];
    for (const path of [...own, ...client.map((name) => CLIENT + name)]) {
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    [operation, storage, field].flatMap(blocksOf).forEach(apply);
    // Of a status only what the first release changes, which no client sees. test/faults/upgrade.test.ts runs its SQL.
    const changes = blocksOf(status).filter(({ kind }) => kind === 'diff');
    changes.slice(0, -1).forEach(apply);
    execFileSync(process.execPath, ['scripts/openapi-json.mjs'], { cwd: copy });
  });

  it('pass the type check', () => {
    const built = ['--noEmit', 'false', '--rootDir', '.', '--outDir', 'built'];
    expect(run('typescript/bin/tsc', ...built)).toEqual({ status: 0, output: '' });
  }, 300_000);

  it('pass the test of the operation and the tests of every operation', () => {
    expectToPass(
      'test/adapters/inbound/http/(errors|every-response)',
      'test/adapters/inbound/http/api/(routes|openapi/openapi|pets/(get-pet|list-recent-pets))',
    );
  }, 300_000);

  it('pass the tests of a field', () => {
    expectToPass(
      'test/domain/pet',
      'test/adapters/inbound/http/(api/(openapi/agreement|pets/(create-pet|pet-json))|pages/animals.test)',
      'test/adapters/outbound/typeorm/migrations',
    );
  }, 300_000);

  describeUnless(clientMissing, 'with the packages of the client', () => {
    it('generate a client that checks the new field', () => {
      const folder = join(copy, CLIENT);
      symlinkSync(resolve(ROOT, CLIENT, 'node_modules'), join(folder, 'node_modules'));
      execFileSync(process.execPath, ['--experimental-strip-types', 'scripts/generate.ts'], { cwd: folder });
      expect(readFileSync(join(folder, 'src/schema.ts'), 'utf8')).toContain('birthDate?');
      execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: folder });
    }, 300_000);
  });

  it('make the new storage available by its URL', () => {
    const url = 'trial://keeper:secret@db/animals';
    const question = `import { parseStorageUrl as parse } from './built/src/adapters/outbound/storages.js';
      const { open, ...target } = parse('${url}');
      console.log(JSON.stringify(target), (await open()).connections.size);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', question], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(stdout).toBe(
      '{"name":"Trial","location":"db:5432/animals","isShared":true,"isDurable":true,"backupTool":"pg_dump"} 10\n',
    );
  }, 300_000);
});
