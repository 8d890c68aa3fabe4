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
const text = readFileSync(join(root, 'docs/clients.md'), 'utf8');
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
let folder: string;
let env: NodeJS.ProcessEnv;
let animals = 0;

beforeAll(async () => {
  service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
  const key = await service.until(() => /\bas_\w{36}\b/.exec(service.stderr())?.[0]);
  env = { PATH: process.env.PATH, ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: key };
  while (animals < ANIMALS) await addAnimal();
  folder = newFolder();
  symlinkSync(packages, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [, name = '', code = ''] of text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    writeFileSync(join(folder, name), code);
  }
});

async function addAnimal(): Promise<void> {
  const body = `{"name":"Rex","categoryId":${CATEGORY},"status":"sold"}`;
  const call = callerOf(service.url, env.ANIMAL_STORE_KEY ?? '');
  expect((await call({ method: 'POST', body })).status).toBe(201);
  animals++;
}

async function run(command: string, ...parameters: string[]): Promise<string> {
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

describeUnless(packagesMissing, 'the recipe in TypeScript with', () => {
  beforeAll(async () => {
    const generators = [
      'generate.mjs',
      ...['@hey-api/openapi-ts/bin/run.js', 'orval/dist/bin/orval.mjs'].map(installed),
    ];
    await Promise.all(generators.map((generator) => node(generator)));
    await node(installed('typescript/bin/tsc'));
  });
  const installed = (path: string) => join('node_modules', path);

  it.each(['openapi-fetch', 'hey-api', 'orval'])('%s keeps every digit', async (name) =>
    expectExact(await node(`${name}.ts`)),
  );
});

describeUnless(packagesMissing, 'the program that polls for new animals', () => {
  it('prints each animal once, whether it is added while the program runs or while it does not', async () => {
    let ids: string[] = [];
    for (let times = 0; times < 2; times++) {
      const program = spawn(process.execPath, ['feed.mjs'], { cwd: folder, env });
      program.stdout
        .setEncoding('utf8')
        .on('data', (lines: string) => (ids = [...ids, ...(lines.match(/^\d+/gm) ?? [])]));
      await eventually(() => ids.length === animals);
      await addAnimal();
      const isStored = () => readFileSync(join(folder, 'feed.json'), 'utf8').includes(`"${animals}"`);
      await eventually(() => ids.length === animals && isStored());
      program.kill();
      await addAnimal();
    }
    expect(ids).toEqual(Array.from({ length: animals - 1 }, (_, at) => String(at + 1)));
  });
});

describeUnless(pythonMissing, 'the recipe in Python', () => {
  it('keeps every digit', async () => expectExact(await run('python3', 'client.py')));
});

describe('the recipe for curl', () => {
  it('keeps every digit', async () => expectExact(await run('bash', 'client.sh')));
});
