import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installPackage, root, run } from './support/install.ts';
import { startService, type Service } from './support/service.ts';

/** Node.js 22.14 runs TypeScript only with this option. */
const STRIP_TYPES = '--experimental-strip-types';

const readme = await readFile(new URL('README.md', root), 'utf8');
const [, example = ''] = /^```ts example\.ts\n(.*?)^```/ms.exec(readme) ?? [];

let folder: string;
let service: Service;

before(async () => {
  service = await startService();
  folder = await installPackage();
  await writeFile(join(folder, 'example.ts'), example);
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the installed package', () => {
  it('contains the program and its types, and nothing else', async () => {
    const files = await readdir(join(folder, 'node_modules/animal-store-client'), { recursive: true });
    const outside = files.filter((file) => !/^dist(\/[a-z]+(\.d\.ts|\.js))?$/.test(file));
    assert.deepEqual(outside.toSorted(), ['LICENSE', 'README.md', 'package.json']);
  });

  it('runs the example of the README', async () => {
    const env = { ...process.env, ANIMAL_STORE_URL: `${service.url}/v1`, ANIMAL_STORE_KEY: service.apiKey };
    const { stdout } = await run(process.execPath, [STRIP_TYPES, 'example.ts'], { cwd: folder, env });
    assert.match(stdout, /^1n 9223372036854775807n\n1n Zoë\ninvalid_request 400 .*name.* [0-9a-f-]{36}\n$/);
  });

  it('has the types that the example needs', async () => {
    const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
    const types = ['--types', 'node', '--typeRoots', fileURLToPath(new URL('node_modules/@types', root))];
    const options = ['--noEmit', '--strict', '--module', 'nodenext', ...types];
    await run(process.execPath, [tsc, ...options, 'example.ts'], { cwd: folder });
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
