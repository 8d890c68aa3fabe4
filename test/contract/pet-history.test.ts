import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSamePet, PET_STATUSES, type Pet, type PetStatus } from '../../src/domain/pet.js';
import type { PetQuery, PetRepository } from '../../src/domain/ports/repositories.js';
import { cat, use } from '../support/examples.js';
import { describeEach, openNew, TEST_STORAGES } from '../support/storages.js';

// Checks what concurrent clients saw: after its addition every call finds an animal, no call finds one before its
// addition began, ids ascend in real time, and every call sees a status that the animal had at one of its instants.

interface Event {
  readonly start: number;
  readonly end: number;
}
/** A call that saw an animal as it was at one of its instants. */
interface Sight extends Event {
  readonly pet: Pet;
}
interface Found extends Event {
  readonly id: bigint;
  readonly pet: Pet | undefined;
  /** The status that the call set, unless the animal had another than the call expected. */
  readonly to?: PetStatus;
}
interface Listed extends Event {
  readonly query: PetQuery;
  readonly pets: readonly Pet[];
}

class History {
  readonly added: Sight[] = [];
  readonly found: Found[] = [];
  readonly listed: Listed[] = [];
  private now = 0;

  async record(pets: PetRepository, choice: number): Promise<void> {
    const start = this.now++;
    const last = this.added.at(-1)?.pet.id ?? 0n;
    if (choice % 4 === 3) {
      const id = last - BigInt(choice % 7);
      const [from = 'sold', to = 'sold'] = [PET_STATUSES[choice % 3], PET_STATUSES[(choice + 1) % 3]];
      const pet = await pets.changeStatus(id, from, to);
      this.found.push({ start, end: this.now++, id, pet, to });
    } else if (choice % 3 === 0) {
      const status = PET_STATUSES[choice % 2] ?? 'sold';
      const draft = { ...cat(`by ${start}`), categoryId: BigInt(start), status };
      const pet = choice % 5 < 2 ? (await pets.addOnce(draft, use(draft.name))).pet : await pets.add(draft);
      this.added.push({ start, end: this.now++, pet });
    } else if (choice % 3 === 1) {
      const id = last + BigInt(choice % 4);
      const pet = await pets.find(id);
      this.found.push({ start, end: this.now++, id, pet });
    } else {
      const status = PET_STATUSES[(choice >> 4) % 4]; // every fourth list is one of all
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

    const sights = this.sights();
    const check = (event: Event, pet: Pet | undefined, id: bigint, what: string) => {
      const addition = byId.get(id);
      if (pet === undefined) {
        if (sights.get(id)?.some(({ end }) => end < event.start)) violations.push(`${what} misses ${id}`);
      } else if (addition === undefined || addition.start > event.end) violations.push(`${what} foresees ${id}`);
      else if (!isSamePet({ ...pet, status: addition.pet.status }, addition.pet))
        violations.push(`${what} has another ${id}`);
      else if (!this.mayHave(id, pet.status, event, sights)) violations.push(`${what} has another status of ${id}`);
    };
    for (const event of this.found) check(event, event.pet, event.id, 'a search or a change');
    for (const event of this.listed) {
      const given = new Map(event.pets.map((pet) => [pet.id, pet]));
      const { after = 0n, status } = event.query;
      for (const { pet } of this.added) {
        const listed = given.get(pet.id);
        const others = PET_STATUSES.filter((each) => status !== undefined && each !== status);
        const mayLack = others.some((each) => this.mayHave(pet.id, each, event, sights));
        if (listed !== undefined || (pet.id > after && !mayLack)) check(event, listed, pet.id, 'a list');
        if (listed !== undefined && (pet.id <= after || (status !== undefined && listed.status !== status)))
          violations.push(`a list has ${pet.id}, which does not match`);
      }
    }
    return violations;
  }

  /** Returns the calls that saw each animal. */
  private sights(): ReadonlyMap<bigint, readonly Sight[]> {
    const found = this.found.flatMap(({ pet, ...event }) => (pet === undefined ? [] : [{ ...event, pet }]));
    const listed = this.listed.flatMap(({ pets, start, end }) => pets.map((pet) => ({ start, end, pet })));
    return Map.groupBy<bigint, Sight>([...this.added, ...found, ...listed], ({ pet }) => pet.id);
  }

  /**
   * Whether the animal may have had the status during the event: a call that began before its end may have set it, and no
   * call saw another status between that call and the event.
   */
  private mayHave(id: bigint, status: PetStatus, event: Event, sights: ReturnType<History['sights']>): boolean {
    const sets = [
      ...this.added.filter(({ pet }) => pet.id === id && pet.status === status),
      // Even if the call returned another status, since a further call may have changed it before this one looked.
      ...this.found.filter(({ id: each, to }) => each === id && to === status),
    ];
    const others = (sights.get(id) ?? []).filter(({ pet, end }) => pet.status !== status && end < event.start);
    return sets.some(({ start, end }) => start <= event.end && !others.some((sight) => sight.start > end));
  }
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
    expect(history.found.filter(({ pet, to }) => to !== undefined && pet?.status === to).length).toBeGreaterThan(20);
    expect(history.violations()).toEqual([]);
  });
});
