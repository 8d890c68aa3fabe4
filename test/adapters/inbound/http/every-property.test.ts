import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { stringify } from 'lossless-json';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storage-url.js';
import { newFolder } from '../../../support/folder.js';
import { ANIMAL, OTHER, WRONG_TEXTS_OF } from '../../../support/pet-properties.js';
import { startTestServer } from '../../../support/server.js';
import { accountHolder } from '../../../support/visitor.js';

// Sends each property of an animal through the API, the pages and a copy. A new property needs no line here.

const WRONG_TEXTS = Object.entries(WRONG_TEXTS_OF).flatMap(([property, texts]) =>
  texts.map((text) => [property, text] as const),
);

const PROPERTIES = Object.keys(ANIMAL);
const INTEGERS = PROPERTIES.filter((property) => typeof ANIMAL[property as keyof typeof ANIMAL] === 'bigint'); // It is a key.
const asTexts = (animal: typeof ANIMAL | typeof OTHER) =>
  Object.fromEntries(Object.entries(animal).map(([property, value]) => [property, String(value)]));

const storageAt = (file: string) => parseStorageUrl(`sqlite:${file}`);
const folder = newFolder();
const server = await startTestServer({ storage: storageAt(join(folder, 'store.sqlite')) });
const jane = await accountHolder(server, 'jane@example.com');
const key = { 'idempotency-key': 'every property' };

it('The API returns each property as it was sent: added, fetched, listed, filtered and replayed', async () => {
  const { json: added, headers } = await server.post(stringify(ANIMAL) ?? '', key);
  expect(added).toMatchObject(ANIMAL);
  const path = headers.location ?? '';
  expect((await server.get(path)).json).toEqual(added);
  for (const query of ['', '?status=pending']) expect((await server.get(`/v1/pets${query}`)).json).toEqual([added]);
  const replayed = await server.post(stringify(ANIMAL) ?? '', key);
  expect([replayed.headers['idempotent-replayed'], replayed.json]).toEqual(['true', added]);
});

it.each(PROPERTIES)('An animal with another %s is another animal for its idempotency key', async (property) => {
  const other = { ...ANIMAL, [property]: OTHER[property as keyof typeof OTHER] }; // It is a key of both.
  expect((await server.post(stringify(other) ?? '', key)).status).toBe(422);
});

it.each(WRONG_TEXTS)('The API refuses an animal with a wrong %s, and names it: %j', async (property, text) => {
  const value = typeof ANIMAL[property as keyof typeof ANIMAL] === 'bigint' ? BigInt(text) : text;
  const { status, json } = await server.post(stringify({ ...ANIMAL, [property]: value }) ?? '');
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining(`${property} must `) }),
  ]);
});

it.each(WRONG_TEXTS)(
  'The form says at its field that the %s is wrong, and keeps what was typed: %j',
  async (property, text) => {
    const typed = { ...asTexts(OTHER), [property]: text };
    const { status, violations, fields } = await jane.fillIn('/animals/new', typed);
    expect([status, violations]).toEqual([422, [property]]);
    expect({ ...fields, [property]: text }).toMatchObject(typed);
  },
);

it.each(INTEGERS)('The form refuses a %s that is no integer', async (property) => {
  for (const text of ['1.5', '1e3', '0x1', '１', '9'.repeat(31)]) {
    const { status, violations } = await jane.fillIn('/animals/new', { ...asTexts(OTHER), [property]: text });
    expect([text, status, violations]).toEqual([text, 422, [property]]);
  }
});

it('The form adds an animal with each property', async () => {
  const sent = await jane.fillIn('/animals/new', asTexts(OTHER));
  expect(sent.status).toBe(303);
  const { pets } = await server.services.pets.browsePets({});
  expect(pets[0]).toMatchObject(OTHER);
});

it('The table shows each property of an animal', async () => {
  const rows = (await jane.get('/animals')).rows('animals').map((row) => Object.values(row).join(' '));
  const row = rows.find((each) => each.includes(OTHER.name))?.toLowerCase();
  for (const text of Object.values(asTexts(OTHER))) expect(row).toContain(text.toLowerCase());
});

it('A copy of the database has each property, also of a replay', async () => {
  const target = await storageAt(join(folder, 'copy.sqlite')).open();
  await target.connect();
  await target.schema.migrate();
  const source = await storageAt(join(folder, 'store.sqlite')).open({ create: false });
  try {
    await source.connect();
    if (source.transfer === undefined || target.transfer === undefined) throw new Error('SQLite moves data');
    await source.transfer.copyTo(target.transfer, () => undefined);
    expect(await target.pets.list({ limit: 9 })).toMatchObject([ANIMAL, OTHER]);
    const idempotency = { accountId: 1n, key: 'every property', at: new Date() };
    expect((await target.pets.addOnce(ANIMAL, idempotency)).pet).toMatchObject(ANIMAL);
  } finally {
    await source.close();
    await target.close();
  }
});

it('The form adds an animal if every field that may be empty is', async () => {
  const page = await jane.get('/animals/new');
  const required = page.tags('#main :is(input[required], select)').map(({ name = '' }) => name);
  const empty = Object.fromEntries(PROPERTIES.map((property) => [property, '']));
  const typed = Object.entries(asTexts(ANIMAL)).filter(([property]) => required.includes(property));
  expect((await jane.submit(page, { ...empty, ...Object.fromEntries(typed) })).status).toBe(303);
});
