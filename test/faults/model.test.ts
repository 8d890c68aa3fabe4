import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { PET_STATUSES, type PetMembers, type PetStatus } from '../../src/domain/pet.js';
import { newPetArbitrary } from '../support/arbitraries.js';
import { clientOf, type Answer, type Client } from '../support/http-client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { describeEach, TEST_STORAGES } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';

// Random sequences of calls, each answer compared with that of a model too simple to be wrong.

interface ModelPet extends Omit<PetMembers, 'status'> {
  readonly id: bigint;
  status: PetStatus;
}
/** What a client sends of each member. */
type Draft = Readonly<Partial<Record<keyof PetMembers, unknown>>>;

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

class Add implements Command {
  constructor(private readonly draft: Draft) {}
  check = () => true;
  async run(model: Model, { client }: Real): Promise<void> {
    const answer = await client.post(bodyOf(this.draft));
    expect(answer.status).toBe(201);
    const pet = kept(model, this.draft, answer);
    expect(answer.headers.location).toBe(`/v1/pets/${pet.id}`);
  }
  toString = () => `add ${bodyOf(this.draft)}`;
}

/** Adds with a key of a few, so that keys are used again: for the same animal, or for another. */
class AddOnce implements Command {
  constructor(
    private readonly draft: Draft,
    private readonly key: string,
    private readonly again: boolean,
  ) {}
  check = () => true;
  async run(model: Model, { client }: Real): Promise<void> {
    const earlier = model.keys.get(this.key);
    const draft = this.again && earlier !== undefined ? earlier.draft : this.draft;
    const answer = await client.post(bodyOf(draft), { 'idempotency-key': this.key });
    if (earlier === undefined) {
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
      model.keys.set(this.key, { draft, pet: { ...kept(model, draft, answer) } });
    } else if (isSame(draft, earlier.draft)) {
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(answer.json).toEqual(earlier.pet);
    } else {
      expect(answer.status).toBe(422);
    }
  }
  toString = () => `add once ${this.key} ${this.again ? 'again' : bodyOf(this.draft)}`;
}

function withDefaults(draft: Draft): Draft {
  return { ...draft, status: draft.status ?? 'available' };
}

function isSame(one: Draft, other: Draft): boolean {
  return isDeepStrictEqual(withDefaults(one), withDefaults(other));
}

class Fetch implements Command {
  constructor(private readonly place: number) {}
  check = () => true;
  async run(model: Model, { client }: Real): Promise<void> {
    const pet = model.pets[this.place];
    const answer = await client.get(`/v1/pets/${pet?.id ?? model.lastId + 1n}`);
    expect(answer.status).toBe(pet === undefined ? 404 : 200);
    if (pet !== undefined) expect(answer.json).toEqual(pet);
  }
  toString = () => `fetch number ${this.place}`;
}

/** Changes a status as a page does, which may show one that the animal no longer has. */
class Change implements Command {
  constructor(
    private readonly place: number,
    private readonly from: PetStatus,
    private readonly to: PetStatus,
  ) {}
  check = ({ pets }: Model) => this.place < pets.length;
  async run(model: Model, { services }: Real): Promise<void> {
    const pet = model.pets[this.place];
    if (pet === undefined) throw new Error('the check allows only animals of the model');
    const change = { petId: pet.id, from: this.from, to: this.to, accountId: 1n, address: '192.0.2.1' };
    const answer = await services.changePetStatus.execute(change);
    if (pet.status === this.from) pet.status = this.to;
    expect(answer).toEqual(pet);
  }
  toString = () => `change number ${this.place} from ${this.from} to ${this.to}`;
}

/** Follows `next` to the end. */
class List implements Command {
  constructor(
    private readonly limit: number,
    private readonly status: PetStatus | undefined,
  ) {}
  check = () => true;
  async run(model: Model, { client }: Real): Promise<void> {
    const expected = model.pets.filter(({ status }) => this.status === undefined || status === this.status);
    const seen: unknown[] = [];
    let target: string | undefined =
      `/v1/pets?limit=${this.limit}${this.status === undefined ? '' : `&status=${this.status}`}`;
    while (target !== undefined) {
      const { status, headers, text }: Answer = await client.get(target);
      expect(status).toBe(200);
      const page = parse(text, null, BigInt) as unknown[]; // an array, as the client has checked
      expect(page.length).toBeLessThanOrEqual(this.limit);
      seen.push(...page);
      target = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
    }
    expect(seen).toEqual(expected);
  }
  toString = () => `list ${this.limit} ${this.status ?? 'all'}`;
}

class Restart implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await real.restart();
    if (real.forgets) Object.assign(model, empty());
  }
  toString = () => 'restart';
}

const commands = fc.commands(
  [
    draftArbitrary.map((draft) => new Add(draft)),
    fc
      .tuple(draftArbitrary, fc.constantFrom('a', 'b', 'c'), fc.boolean())
      .map(([draft, key, again]) => new AddOnce(draft, key, again)),
    fc.nat(12).map((place) => new Fetch(place)),
    fc
      .tuple(fc.nat(6), fc.constantFrom(...PET_STATUSES), fc.constantFrom(...PET_STATUSES))
      .map(([place, from, to]) => new Change(place, from, to)),
    fc.tuple(fc.integer({ min: 1, max: 5 }), statusArbitrary).map(([limit, status]) => new List(limit, status)),
    fc.constant(new Restart()),
  ],
  { maxCommands: 25 },
);

/** How many sequences a store is put through. */
const RUNS = 12;

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
