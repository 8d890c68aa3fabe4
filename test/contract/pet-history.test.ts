import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPet, PET_STATUSES, type Pet } from '../../src/domain/pet.js';
import type { PetQuery, PetRepository } from '../../src/domain/ports/repositories.js';
import { describeEach, openNew, TEST_STORAGES } from '../support/storages.js';

// Checks what concurrent clients saw: after its addition every call finds an animal, no call finds one before its
// addition began, and ids ascend in real time.

interface Event {
  readonly start: number;
  readonly end: number;
}
interface Added extends Event {
  readonly pet: Pet;
}
interface Found extends Event {
  readonly id: bigint;
  readonly pet: Pet | undefined;
}
interface Listed extends Event {
  readonly query: PetQuery;
  readonly pets: readonly Pet[];
}

class History {
  readonly added: Added[] = [];
  readonly found: Found[] = [];
  readonly listed: Listed[] = [];
  private now = 0;

  async record(pets: PetRepository, choice: number): Promise<void> {
    const start = this.now++;
    const last = this.added.at(-1)?.pet.id ?? 0n;
    if (choice % 3 === 0) {
      const pet = await pets.add(
        createPet({ name: `by ${start}`, categoryId: BigInt(start), status: PET_STATUSES[choice % 2] ?? 'sold' }),
      );
      this.added.push({ start, end: this.now++, pet });
    } else if (choice % 3 === 1) {
      const id = last + BigInt(choice % 4);
      const pet = await pets.find(id);
      this.found.push({ start, end: this.now++, id, pet });
    } else {
      const status = PET_STATUSES[choice % 4];
      const query = { limit: 1000, ...(status && { status }), ...(choice % 5 === 0 && { after: last - 2n }) };
      const listed = await pets.list(query);
      this.listed.push({ start, end: this.now++, query, pets: listed });
    }
  }

  /** Returns what no correct store can have answered. */
  violations(): string[] {
    const violations: string[] = [];
    const byId = new Map(this.added.map((event) => [event.pet.id, event]));
    if (byId.size < this.added.length) violations.push('an id was given twice');
    for (const one of this.added) {
      for (const other of this.added) {
        if (one.end < other.start && one.pet.id > other.pet.id)
          violations.push(`${other.pet.id} is below an earlier id`);
      }
    }

    // The earliest instant at which a call had seen each animal is kept here.
    const seen = new Map(this.added.map(({ pet, end }) => [pet.id, end]));
    const see = (pet: Pet, { end }: Event) => seen.set(pet.id, Math.min(seen.get(pet.id) ?? end, end));
    for (const event of this.found) if (event.pet) see(event.pet, event);
    for (const event of this.listed) event.pets.forEach((pet) => see(pet, event));

    const check = (event: Event, pet: Pet | undefined, id: bigint, what: string) => {
      const addition = byId.get(id);
      if (pet === undefined) {
        if ((seen.get(id) ?? Infinity) < event.start) violations.push(`${what} misses ${id}`);
      } else if (addition === undefined || addition.start > event.end) violations.push(`${what} foresees ${id}`);
      else if (JSON.stringify(text(pet)) !== JSON.stringify(text(addition.pet)))
        violations.push(`${what} has another ${id}`);
    };
    for (const event of this.found) check(event, event.pet, event.id, 'a search');
    for (const event of this.listed) {
      const given = new Map(event.pets.map((pet) => [pet.id, pet]));
      const { after = 0n, status } = event.query;
      for (const { pet } of this.added) {
        const wanted = pet.id > after && (status === undefined || pet.status === status);
        if (wanted) check(event, given.get(pet.id), pet.id, 'a list');
        else if (given.has(pet.id)) violations.push(`a list has ${pet.id}, which does not match`);
      }
    }
    return violations;
  }
}

function text({ id, name, categoryId, status }: Pet): string[] {
  return [String(id), name, String(categoryId), status];
}

/** Runs concurrent clients, each of which sends one call after another, sometimes after a pause. */
async function run(instances: readonly PetRepository[], clients = 16, calls = 40): Promise<History> {
  const history = new History();
  const numbers = fc.sample(fc.nat(), { numRuns: 3 * clients * calls, seed: 42 }).values();
  const random = () => numbers.next().value ?? 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let call = 0; call < calls; call++) {
        const pets = instances[client % instances.length];
        if (pets !== undefined) await history.record(pets, random());
        if (random() % 8 === 0) await delay(random() % 3); // varies the overlap of calls
      }
    }),
  );
  return history;
}

describeEach(TEST_STORAGES, 'the history that concurrent clients see', (kind) => {
  it('follows the order of real time, even between instances', async () => {
    const opened = await openNew(kind);
    const history = await run([opened.pets, (await opened.another()).pets]);
    expect(history.added.length).toBeGreaterThan(100);
    expect(history.violations()).toEqual([]);
  });
});
