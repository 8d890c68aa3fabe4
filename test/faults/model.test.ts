import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { PET_STATUSES, type Pet, type NewPet, type PetStatus } from '../../src/domain/pet.js';
import { newPetArbitrary } from '../support/pet-properties.js';
import { clientOf, type Answer, type Client } from '../support/http-client.js';
import { IS_LONG } from '../support/long.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { describeEach, TEST_STORAGES } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';

// Random sequences of calls, each answer compared with that of a model too simple to be wrong.

type ModelPet = Omit<Pet, 'status'> & { status: PetStatus };
/** What a client sends of each property. */
type Draft = Readonly<Partial<Record<keyof NewPet, unknown>>>;

interface Model {
  pets: ModelPet[];
  keys: Map<string, { draft: Draft; pet: ModelPet }>;
  lastId: bigint;
}

const empty = (): Model => ({ pets: [], keys: new Map(), lastId: 0n });

/** The service, which keeps what it has through a restart unless it keeps things in memory. */
interface Real {
  client: Client;
  services: TestServer['services'];
  readonly forgets: boolean;
  restart(): Promise<void>;
}

type Command = fc.AsyncCommand<Model, Real>;

const statusArbitrary = fc.option(fc.constantFrom(...PET_STATUSES), { nil: undefined });
const draftArbitrary: fc.Arbitrary<Draft> = fc
  .tuple(newPetArbitrary, statusArbitrary)
  .map(([pet, status]) => ({ ...pet, status }));

/** Leaves out what is undefined, as JSON does. */
function bodyOf(draft: Draft): string {
  return stringify(draft) ?? '';
}

function kept(model: Model, draft: Draft, { json }: Answer): ModelPet {
  const pet = json as ModelPet; // checked against the OpenAPI document by the client
  const { id } = pet;
  expect(id).toBeGreaterThan(model.lastId);
  expect(pet).toEqual({ id, ...withDefaults(draft) });
  model.lastId = id;
  model.pets.push(pet);
  return pet;
}

/** A call of the service, which also changes the model and compares the two. */
const command = (name: string, run: Command['run']): Command => ({ check: () => true, run, toString: () => name });

const add = (draft: Draft) =>
  command(`add ${bodyOf(draft)}`, async (model, { client }) => {
    const answer = await client.post(bodyOf(draft));
    expect(answer.status).toBe(201);
    const pet = kept(model, draft, answer);
    expect(answer.headers.location).toBe(`/v1/pets/${pet.id}`);
  });

/** Adds with a key of a few, so that keys are used again: for the same animal, or for another. */
const addOnce = (drafted: Draft, key: string, again: boolean) =>
  command(`add once ${key} ${again ? 'again' : bodyOf(drafted)}`, async (model, { client }) => {
    const earlier = model.keys.get(key);
    const draft = again && earlier !== undefined ? earlier.draft : drafted;
    const answer = await client.post(bodyOf(draft), { 'idempotency-key': key });
    if (earlier === undefined) {
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
      model.keys.set(key, { draft, pet: { ...kept(model, draft, answer) } });
    } else if (isDeepStrictEqual(withDefaults(draft), withDefaults(earlier.draft))) {
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(answer.json).toEqual(earlier.pet);
    } else {
      expect(answer.status).toBe(422);
    }
  });

function withDefaults(draft: Draft): Draft {
  return { ...draft, status: draft.status ?? 'available' };
}

const fetchNumber = (place: number) =>
  command(`fetch number ${place}`, async (model, { client }) => {
    const pet = model.pets[place];
    const answer = await client.get(`/v1/pets/${pet?.id ?? model.lastId + 1n}`);
    expect(answer.status).toBe(pet === undefined ? 404 : 200);
    if (pet !== undefined) expect(answer.json).toEqual(pet);
  });

/** Changes a status as a page does, which may show one that the animal no longer has. */
const change = (place: number, from: PetStatus, to: PetStatus) =>
  command(`change number ${place} from ${from} to ${to}`, async ({ pets }, { services }) => {
    const pet = pets[place];
    if (pet === undefined) return;
    const answer = await services.pets.changePetStatus({
      petId: pet.id,
      from,
      to,
      accountId: 1n,
      address: '192.0.2.1',
    });
    if (pet.status === from) pet.status = to;
    expect(answer).toEqual(pet);
  });

/** Follows `next` to the end. */
const list = (limit: number, wanted: PetStatus | undefined) =>
  command(`list ${limit} ${wanted ?? 'all'}`, async ({ pets }, { client }) => {
    const seen: unknown[] = [];
    let target: string | undefined = `/v1/pets?limit=${limit}${wanted === undefined ? '' : `&status=${wanted}`}`;
    while (target !== undefined) {
      const { status, headers, json }: Answer = await client.get(target);
      expect(status).toBe(200);
      const page = json as unknown[]; // an array, as the client has checked
      expect(page.length).toBeLessThanOrEqual(limit);
      seen.push(...page);
      target = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
    }
    expect(seen).toEqual(pets.filter(({ status }) => wanted === undefined || status === wanted));
  });

const restart = command('restart', async (model, real) => {
  await real.restart();
  if (real.forgets) Object.assign(model, empty());
});

const keyArbitrary = fc.constantFrom('a', 'b', 'c');
const anyStatus = fc.constantFrom(...PET_STATUSES);
const commands = fc.commands(
  [
    draftArbitrary.map(add),
    fc.tuple(draftArbitrary, keyArbitrary, fc.boolean()).map((parameters) => addOnce(...parameters)),
    fc.nat(12).map(fetchNumber),
    fc.tuple(fc.nat(6), anyStatus, anyStatus).map((parameters) => change(...parameters)),
    fc.tuple(fc.integer({ min: 1, max: 5 }), statusArbitrary).map((parameters) => list(...parameters)),
    fc.constant(restart),
  ],
  { maxCommands: 25 },
);

/** How many sequences a store is put through. */
const RUNS = IS_LONG ? 12 : 3;

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

async function open(kind: TestStorageKind): Promise<Real> {
  const target = await kind.newTarget();
  const storage = parseStorageUrl(target.url);
  const forgets = !storage.isDurable;
  const start = () => startTestServer({ storage, email: `${Math.random()}@example.com` });
  let server = await start();
  const { key } = server;
  close = async () => {
    await server.close();
    await target.drop();
  };
  const real: Real = {
    client: clientOf(server),
    services: server.services,
    forgets,
    async restart() {
      await server.close();
      server = await start();
      real.services = server.services;
      real.client = clientOf(forgets ? server : { port: server.port, key }); // idempotency keys belong to the account
    },
  };
  return real;
}

describeEach(TEST_STORAGES, 'a service', (kind) => {
  it('answers any sequence of calls and restarts like the model', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const real = await open(kind);
        try {
          await fc.asyncModelRun(() => ({ model: empty(), real }), sequence);
        } finally {
          await close();
          close = async () => undefined;
        }
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
  });
});
