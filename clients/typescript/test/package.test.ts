import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startService, type Service } from './support/service.ts';

const run = promisify(execFile);

/** Node.js 22.14 runs TypeScript only with this option. */
const STRIP_TYPES = '--experimental-strip-types';

const root = new URL('..', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');
const examples = [...readme.matchAll(/^```ts (\S+)\n(.*?)^```/gms)].map(([, file = '', code = '']) => ({ file, code }));

let folder: string;
let service: Service;

before(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'animal-store-client-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', stdout.trim()], { cwd: folder });
  for (const { file, code } of examples) await writeFile(join(folder, file), code);
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an example of the README against the service. */
async function runExample(file: string): Promise<string> {
  const env = { ...process.env, ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: service.apiKey };
  return (await run(process.execPath, [STRIP_TYPES, file], { cwd: folder, env })).stdout;
}

describe('the installed package', () => {
  it('holds the program and its types, and nothing else', async () => {
    const files = await readdir(join(folder, 'node_modules/animal-store-client'), { recursive: true });
    const outside = files.filter((file) => !/^dist(\/[a-z]+(\.d\.ts|\.js))?$/.test(file));
    assert.deepEqual(outside.toSorted(), ['LICENSE', 'README.md', 'package.json']);
  });

  it('runs the examples of the README', async () => {
    assert.equal(await runExample('add.ts'), '1n 9223372036854775807n\n');
    assert.equal(await runExample('list.ts'), '1n Zoë\n');
    assert.match(await runExample('errors.ts'), /^invalid_request 400 .*name.* [0-9a-f-]{36}\n$/);
  });

  it('has the types that the examples need', async () => {
    const tsc = new URL('node_modules/typescript/bin/tsc', root).pathname;
    const types = ['--types', 'node', '--typeRoots', new URL('node_modules/@types', root).pathname];
    const files = examples.map(({ file }) => file);
    await run(process.execPath, [tsc, '--noEmit', '--strict', '--module', 'nodenext', ...types, ...files], {
      cwd: folder,
    });
  });

  it('has no script that runs when it is installed', async () => {
    const { scripts } = JSON.parse(
      await readFile(join(folder, 'node_modules/animal-store-client/package.json'), 'utf8'),
    ) as {
      scripts: Record<string, string>;
    };
    assert.deepEqual(
      Object.keys(scripts).filter((name) => /install|^prepare$/.test(name)),
      [],
    );
  });
});

it('has the types of the OpenAPI document', async () => {
  await run(process.execPath, [STRIP_TYPES, 'scripts/generate.ts', '--check'], { cwd: root });
});
