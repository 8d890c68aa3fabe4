import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root, run } from './support/install.ts';

// A copy of the client is generated from a copy of the OpenAPI document that has more properties. Their names are none that
// an animal will ever have.

const DOCUMENT = 'src/adapters/inbound/http/api/openapi/openapi.yaml';
const NAME = "        name: { $ref: '#/components/schemas/PetName' }\n";

let folder: string;
let client: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal store client-'));
  client = join(folder, 'clients/typescript');
  await mkdir(client, { recursive: true });
  for (const name of ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
    await cp(new URL(name, root), join(client, name), { recursive: true });
  }
  await symlink(fileURLToPath(new URL('node_modules', root)), join(client, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Adds optional properties to animals and to new animals, and generates the client. */
async function generateWith(properties: Readonly<Record<string, string>>): Promise<void> {
  const document = await readFile(new URL(`../../${DOCUMENT}`, root), 'utf8');
  assert.equal(document.split(NAME).length, 3);
  const added = Object.entries(properties).map(([name, schema]) => `        ${name}: ${schema}\n`);
  await mkdir(join(folder, DOCUMENT, '..'), { recursive: true });
  await writeFile(join(folder, DOCUMENT), document.replaceAll(NAME, NAME + added.join('')));
  await run(process.execPath, ['--experimental-strip-types', 'scripts/generate.ts'], { cwd: client });
}

const PROGRAM = `
import { AnimalStoreClient, type NewPet } from './index.js';
const client = new AnimalStoreClient({ baseUrl: process.argv[2] ?? '', apiKey: 'as_x' });
const pet = {
  name: 'Milo', categoryId: 3n, extraDate: '2024-02-29', extraNumber: 4, extraInteger: 4, extraLong: 9007199254740993n, extraFlag: true,
  extraList: ['Mi', 'Lo'], extraObject: { name: 'Ann' },
} satisfies NewPet;
const added = await client.createPet(pet);
const extraNumber: number | undefined = added.extraNumber;
console.log(Object.entries(added).map(([name, value]) => [name, typeof value, String(value)].join(' ')).join());
console.log(extraNumber, added.extraInteger, added.extraLong, added.extraList, added.extraObject?.name);
for await (const { id, extraDate } of client.pets()) console.log(id, extraDate);
await client.createPet({ name: 'Milo', categoryId: 3n }).catch((error: unknown) => console.log(String(error)));
`;

describe('a client that is generated for new optional properties', () => {
  it('sends, checks and returns them, with their types', async (test) => {
    await generateWith({
      extraDate: '{ type: string, format: date }',
      extraNumber: '{ type: number, minimum: 0 }',
      extraInteger: '{ type: integer, format: int32 }',
      extraLong: '{ type: integer, format: int64 }',
      extraFlag: '{ type: boolean, default: false }',
      extraList: '{ type: array, items: { type: string } }',
      extraObject: '{ type: object, required: [name], properties: { name: { type: string } } }',
    });
    await writeFile(join(client, 'src/program.ts'), PROGRAM);
    const tsc = join(client, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--types', 'node'], { cwd: client });

    const sent: string[] = [];
    const answers = [(body: string) => body, () => '{"name":"Milo","categoryId":3,"extraDate":20240229}'];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const json = { 'Content-Type': 'application/json' };
        const isList = request.method === 'GET';
        const answer = isList ? sent[0] : answers[sent.push(body) - 1]?.(body);
        const animal = `{"id":1,"status":"sold",${String(answer).slice(1)}`;
        response.writeHead(isList ? 200 : 201, json).end(isList ? `[${animal}]` : animal);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address

    const program = run(process.execPath, ['dist/program.js', `http://127.0.0.1:${port}/v1`], { cwd: client });
    const [added, values, listed, refused] = (await program).stdout.split('\n');
    assert.equal(
      sent[0],
      '{"name":"Milo","categoryId":3,"extraDate":"2024-02-29","extraNumber":4,"extraInteger":4,"extraLong":9007199254740993,' +
        '"extraFlag":true,"extraList":["Mi","Lo"],"extraObject":{"name":"Ann"}}',
    );
    assert.match(
      added ?? '',
      /extraDate string 2024-02-29,extraNumber number 4,extraInteger number 4,extraLong bigint 9007199254740993,/,
    );
    assert.equal(values, "4 4 9007199254740993n [ 'Mi', 'Lo' ] Ann");
    assert.equal(listed, '1n 2024-02-29');
    assert.match(refused ?? '', /AnimalStoreError: .* in its body Pet\.extraDate must be a string\.$/);
  });

  for (const schema of [
    '{ type: [string, "null"] }',
    '{ oneOf: [{ type: string }] }',
    '{ type: string, const: a }',
    '{ type: object, additionalProperties: { type: integer } }',
  ]) {
    it(`is not generated for ${schema}, which it could not check`, async () => {
      await assert.rejects(generateWith({ extraDate: schema }), /src\/read\.ts cannot check NewPet\.extraDate/);
    });
  }
});
