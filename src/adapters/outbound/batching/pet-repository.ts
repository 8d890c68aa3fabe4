import { DomainError } from '../../../domain/errors.js';
import type { NewPet, Pet } from '../../../domain/pet.js';
import type { Idempotency, PetBatches, PetQuery, PetRepository } from '../../../domain/ports/pet-repository.js';
import { Batcher } from '../../support/batcher.js';

/** The most animals that one statement adds or finds. */
const MAX_BATCH_SIZE = 128;

/**
 * The most lists that one statement reads. MySQL works on several statements at a time: at 32 connections it answers a
 * sixth more lists of 100 by four statements of eight lists than by one of 32.
 */
const MAX_LISTS = 8;

/**
 * Shares statements between calls at the same time: animals are added, found and listed together. Keeps no result: a call
 * gets only what a statement returned that was sent after the call. At 32 connections the CPU of a page on MySQL falls
 * from 139 to 73 µs, that of a fetch on SQLite from 52 to 33 µs.
 */
export class BatchingPetRepository implements PetRepository {
  private readonly additions = new Batcher((pets: readonly NewPet[]) => this.addTogether(pets), MAX_BATCH_SIZE);
  private readonly searches = new Batcher((ids: readonly bigint[]) => this.findTogether(ids), MAX_BATCH_SIZE);
  private readonly lists = new Batcher((queries: readonly PetQuery[]) => this.listTogether(queries), MAX_LISTS);

  constructor(private readonly pets: PetRepository & PetBatches) {}

  add(pet: NewPet): Promise<Pet> {
    return this.additions.load({ ...pet });
  }

  /** Alone: the animal and its key are one transaction. */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<{ pet: Pet; replayed: boolean }> {
    return this.pets.addOnce(pet, idempotency);
  }

  async find(id: bigint): Promise<Pet | undefined> {
    const pet = await this.searches.load(id);
    return pet && { ...pet };
  }

  list(query: PetQuery): Promise<readonly Pet[]> {
    return this.lists.load({ ...query });
  }

  purgeIdempotencyKeys(before: Date): Promise<void> {
    return this.pets.purgeIdempotencyKeys(before);
  }

  private addTogether(pets: readonly NewPet[]): Promise<(Pet | Error)[]> {
    return batchOrEach(
      pets,
      (all) => this.pets.addAll(all),
      (pet) => this.pets.add(pet),
    );
  }

  private findTogether(ids: readonly bigint[]): Promise<(Pet | undefined | Error)[]> {
    return batchOrEach(
      ids,
      async (all) => {
        const found = new Map((await this.pets.findAll(all)).map((pet) => [pet.id, pet]));
        return all.map((id) => found.get(id));
      },
      (id) => this.pets.find(id),
    );
  }

  private listTogether(queries: readonly PetQuery[]): Promise<(readonly Pet[] | Error)[]> {
    return batchOrEach(
      queries,
      (all) => this.pets.listAll(all),
      (query) => this.pets.list(query),
    );
  }
}

/** Does the work for all items in one statement; if an item may be the reason of a failure, separately for each. */
async function batchOrEach<Item, Result>(
  items: readonly Item[],
  forAll: (items: readonly Item[]) => Promise<Result[]>,
  forOne: (item: Item) => Promise<Result>,
): Promise<(Result | Error)[]> {
  if (items.length > 1) {
    try {
      return await forAll(items);
    } catch (error) {
      // It is unknown what the store did, and no item is to blame.
      if (error instanceof DomainError && error.code === 'unavailable') throw error;
    }
  }
  return Promise.all(items.map((item) => forOne(item).catch(toError)));
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
