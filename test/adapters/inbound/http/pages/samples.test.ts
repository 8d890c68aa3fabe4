import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newFolder } from '../../../../support/process.js';
import { startTestServer } from '../../../../support/server.js';
import { Visitor } from '../../../../support/visitor.js';

// Runs the samples of the documentation page as they are.

const server = await startTestServer();
const BIG = 9223372036854775807n;

let folder: string;
let html: string;
beforeAll(async () => {
  folder = newFolder();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const draft = { name: "Rex's", categoryId: BIG, status: 'sold' };
  await server.services.createPet.execute({ draft, accountId: 1n });
  ({ html } = await new Visitor(server).get('/docs'));
});

function sampleOf(operation: string, kind: 'curl' | 'typescript'): string {
  const text = new RegExp(`<code id="${operation}-${kind}">([^<]*)</code>`).exec(html)?.[1] ?? '';
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

async function run(command: string, ...parameters: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ANIMAL_STORE_KEY: server.key };
  return (await promisify(execFile)(command, parameters, { cwd: folder, env })).stdout;
}

async function names(): Promise<string[]> {
  return (await server.services.listPets.execute({})).pets.map(({ name }) => name);
}

describe.each([
  ['curl', (code: string) => run('bash', '-euc', code)],
  [
    'typescript',
    (code: string) => {
      writeFileSync(join(folder, 'sample.ts'), code);
      return run(process.execPath, '--experimental-strip-types', 'sample.ts');
    },
  ],
] as const)('The %s sample of', (kind, start) => {
  it.each(['listPets', 'getPet'])('%s shows the animals, with every digit', async (operation) => {
    expect(await start(sampleOf(operation, kind))).toContain(String(BIG));
  });

  it('createPet adds the animal of the example, and another one when it runs again', async () => {
    const before = (await names()).length;
    for (let times = 0; times < 2; times++) expect(await start(sampleOf('createPet', kind))).toContain('Milo');
    expect((await names()).slice(before)).toEqual(['Milo', 'Milo']);
  });
});
