import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callerOf, eventually } from './support/callers.js';
import { newFolder } from './support/folder.js';
import { serveWhenReady, type RunningService } from './support/process.js';
import { relayTo } from './support/relay.js';
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
const WRONG_KEY = 'The API key is not valid';
/** More than a page holds. */
const ANIMALS = 101;

let service: RunningService;
let folder: string;
let env: NodeJS.ProcessEnv;
let animals = 0;

beforeAll(async () => {
  service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
  const key = await service.until(() => /\bas_\w{36}\b/.exec(service.stderr())?.[0]);
  folder = newFolder();
  // Programs that read ~/.netrc, or the file that NETRC names, have a password for every host.
  const netrc = join(folder, 'netrc');
  writeFileSync(netrc, 'default login somebody password secret', { mode: 0o600 });
  env = { PATH: process.env.PATH, NETRC: netrc, ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: key };
  while (animals < ANIMALS) await addAnimal();
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

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

/** Runs a program to its end, or ends it. */
function run([file = '', ...parameters]: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...env, ...variables }, timeout: 120_000 };
    execFile(file, parameters, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
  });
}

function node(...parameters: string[]): string[] {
  return [process.execPath, '--experimental-strip-types', ...parameters];
}

/** Tests what every recipe does: it keeps every digit, and shows why the service refuses a call. */
function itIsExact(command: readonly string[]): void {
  it('prints the animal that it adds, then every animal, with every digit, and why a call is refused', async () => {
    const { code, output } = await run(command);
    animals++;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/invalid_request.*\bname\b/) });
    expect(output.match(/\d{17,}/g)).toEqual(Array.from({ length: animals + 1 }, () => CATEGORY));
  });

  it('ends with the words of the service if the key is wrong', async () => {
    const { code, output } = await run(command, { ANIMAL_STORE_KEY: 'as_wrong' });
    expect(code).not.toBe(0);
    expect(output).toContain(WRONG_KEY);
  });
}

/** Ends a connection in place of an answer, whose bytes are given. */
type Loss = (client: Socket, answer: Buffer) => unknown;
const LOSSES = {
  whole: (client) => client.end(),
  byReset: (client) => client.resetAndDestroy(),
  half: (client, answer) => client.end(answer.subarray(0, answer.length - 1)),
} satisfies Record<string, Loss>;

/** Tests that a recipe repeats its calls. Each connection meets one of `losses`, or none. */
function itRepeats(command: readonly string[], losses: (Loss | undefined)[]): void {
  it('repeats a call whose answer is lost, and adds its animal once', async () => {
    const relay = await relayTo(Number(new URL(service.url).port), (client, target) => {
      const lose = losses.shift();
      client.pipe(target);
      if (lose === undefined) target.pipe(client);
      else target.once('data', (answer: Buffer) => lose(client, answer));
    });
    const { code, output } = await run(command, { ANIMAL_STORE_URL: `http://127.0.0.1:${relay.port}/v1` });
    relay.close();
    animals++;
    expect({ code, left: losses }).toEqual({ code: 0, left: [] });
    expect(output.match(/\d{17,}/g)).toHaveLength(animals + 1);
  });
}

/** Tests that a recipe takes a redirect, which a proxy may send, for a refusal, and follows none. */
function itFollowsNoRedirect(command: readonly string[]): void {
  it('ends at a redirect, since a GET would follow its POST', async () => {
    const targets: unknown[] = [];
    const server = createServer(({ url }, response) => {
      targets.push(url);
      response.writeHead(301, { location: '/elsewhere' }).end('moved');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
    const { code, output } = await run(command, { ANIMAL_STORE_URL: `http://127.0.0.1:${port}/v1` });
    server.close();
    expect({ code, output, targets }).toEqual({
      code: 1,
      output: expect.stringContaining('moved'),
      targets: ['/v1/pets'],
    });
  });
}

const installed = (path: string) => join('node_modules', path);

describeUnless(packagesMissing, 'the recipe in TypeScript with', () => {
  beforeAll(async () => {
    const generators = [
      'generate.mjs',
      ...['@hey-api/openapi-ts/bin/run.js', 'orval/dist/bin/orval.mjs'].map(installed),
    ];
    for (const program of [...generators, installed('typescript/bin/tsc')]) {
      expect(await run(node(program))).toMatchObject({ code: 0 });
    }
  });

  describe.each(['openapi-fetch', 'hey-api', 'orval'])('%s', (name) => itIsExact(node(`${name}.ts`)));
  describe('openapi-fetch', () => itRepeats(node('openapi-fetch.ts'), [LOSSES.whole, LOSSES.byReset, LOSSES.half]));
});

describeUnless(packagesMissing, 'the program that polls for new animals', () => {
  beforeEach(() => rmSync(join(folder, 'feed.json'), { force: true }));

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

  it('goes on after a lost connection, half a page and each status that passes', async () => {
    const after = { 'retry-after': '1' };
    const faults: ((response: ServerResponse) => unknown)[] = [
      (response) => response.destroy(),
      (response) => response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy()),
      ...[408, 429, 500, 503].map((status) => (response: ServerResponse) => response.writeHead(status, after).end()),
      (response) => response.end('[{"id":9007199254740993,"name":"Rex"}]'),
    ];
    const server = createServer((_, response) => faults.shift()?.(response) ?? response.end('[]'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
    const variables = { ...env, ANIMAL_STORE_URL: `http://127.0.0.1:${port}/v1` };
    const program = spawn(process.execPath, ['feed.mjs'], { cwd: folder, env: variables });
    let output = '';
    program.stdout.on('data', (text) => (output += String(text)));
    await eventually(() => output !== '').finally(() => {
      program.kill();
      server.closeAllConnections();
      server.close();
    });
    expect({ output, left: faults.length }).toEqual({ output: '9007199254740993 Rex\n', left: 0 });
  });

  it('ends with the words of the service if the key is wrong', async () => {
    const { code, output } = await run(node('feed.mjs'), { ANIMAL_STORE_KEY: 'as_wrong' });
    expect(code).toBe(1);
    expect(output).toContain(WRONG_KEY);
  });
});

describeUnless(pythonMissing, 'the recipe in Python', () => {
  itIsExact(['python3', 'client.py']);
  itFollowsNoRedirect(['python3', 'client.py']);
  itRepeats(['python3', 'client.py'], [LOSSES.whole, LOSSES.byReset]);
});

describe('the recipe for curl', () => {
  itIsExact(['bash', 'client.sh']);
  itFollowsNoRedirect(['bash', 'client.sh']);
  itRepeats(['bash', 'client.sh'], [LOSSES.whole, undefined, LOSSES.byReset, undefined, LOSSES.half]);
});
