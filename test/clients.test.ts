import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callerOf, eventually } from './support/callers.js';
import { newFolder, serveWhenReady, type RunningService } from './support/process.js';
import { describeUnless } from './support/requirements.js';

// Runs the programs of docs/clients.md, which are the code blocks that have a file name.

const root = resolve(import.meta.dirname, '..');
const packages = join(root, 'clients/typescript/node_modules');
const packagesMissing = existsSync(packages)
  ? undefined
  : 'the packages of clients/typescript are missing; run npm ci there';
const pythonMissing =
  spawnSync('python3', ['-c', 'import requests']).status === 0
    ? undefined
    : 'no python3 with requests on the PATH; as root on Debian: apt-get install python3-requests';

const CATEGORY = '9223372036854775807';
/** More than a page holds. */
const ANIMALS = 101;

let service: RunningService;
let key: string;
let folder: string;
let animals = 0;

beforeAll(async () => {
  service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
  key = await service.until(() => /\bas_\w{36}\b/.exec(service.stderr())?.[0]);
  for (; animals < ANIMALS; animals++) await addAnimal();

  folder = newFolder();
  symlinkSync(packages, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const programs = readFileSync(join(root, 'docs/clients.md'), 'utf8').matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms);
  for (const [, name = '', code = ''] of programs) writeFileSync(join(folder, name), code);
});
async function addAnimal(): Promise<void> {
  const body = `{"name":"Rex","categoryId":${CATEGORY},"status":"sold"}`;
  const { status } = await callerOf(service.url, key)({ method: 'POST', body });
  expect(status).toBe(201);
}

async function run(command: string, ...parameters: string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: key };
  return (await promisify(execFile)(command, parameters, { cwd: folder, env })).stdout;
}

function node(...parameters: string[]): Promise<string> {
  return run(process.execPath, '--experimental-strip-types', ...parameters);
}

/** Expects that a program printed the animal it added, then every animal, each with every digit. */
function expectExact(output: string): void {
  animals++;
  expect(output.match(/\d{17,}/g)).toEqual(Array.from({ length: animals + 1 }, () => CATEGORY));
}

describeUnless(packagesMissing, 'the program that polls for new animals', () => {
  it('prints each animal once, whether it is added while the program runs or while it does not', async () => {
    const env = { PATH: process.env.PATH, ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: key };
    let ids: string[] = [];
    for (let run = 0; run < 2; run++) {
      const program = spawn(process.execPath, ['feed.mjs'], { cwd: folder, env });
      program.stdout
        .setEncoding('utf8')
        .on('data', (text: string) => (ids = [...ids, ...(text.match(/^\d+/gm) ?? [])]));
      await eventually(() => ids.length === animals);
      await addAnimal();
      animals++;
      await eventually(
        () => ids.length === animals && readFileSync(join(folder, 'feed.json'), 'utf8').includes(`"${animals}"`),
      );
      program.kill();
      await addAnimal();
      animals++;
    }
    expect(ids).toEqual(Array.from({ length: animals - 1 }, (_, at) => String(at + 1)));
  });
});

describeUnless(packagesMissing, 'the TypeScript recipe with', () => {
  beforeAll(async () => {
    const generators = [
      'generate.mjs',
      'node_modules/@hey-api/openapi-ts/bin/run.js',
      'node_modules/orval/dist/bin/orval.mjs',
    ];
    await Promise.all(generators.map((generator) => node(generator)));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node'];
    await node('node_modules/typescript/bin/tsc', ...options, 'openapi-fetch.ts', 'hey-api.ts', 'orval.ts');
  });

  it.each(['openapi-fetch', 'hey-api', 'orval'])('%s keeps every digit', async (name) =>
    expectExact(await node(`${name}.ts`)),
  );
});

describeUnless(pythonMissing, 'the Python recipe', () => {
  it('keeps every digit', async () => expectExact(await run('python3', 'client.py')));
});

describe('the curl recipe', () => {
  it('keeps every digit', async () => expectExact(await run('bash', 'client.sh')));
});
