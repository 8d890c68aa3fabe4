import { Gathering } from './gathering.js';
import { DomainError } from '../../../domain/errors.js';
import type { NewPet, Pet } from '../../../domain/pet.js';
import type { PetBatches } from '../../../domain/ports/pet-batches.js';
import type { Idempotency, PetQuery, PetRepository } from '../../../domain/ports/pet-repository.js';

/** The most animals that one batch adds or finds. */
const MOST = 128;

/** The most callers who share one list. */
const MOST_LISTENERS = 1024;

/**
 * Shares the store's work between callers who ask at the same time: equal lists are asked for once, animals are found
 * and added together. Keeps no result: whoever asks is only ever served by what was asked of the store after it.
 */
export class BatchingPetRepository implements PetRepository {
  private readonly additions = new Gathering((pets: readonly NewPet[]) => this.addTogether(pets), MOST);
  private readonly searches = new Gathering((ids: readonly bigint[]) => this.findTogether(ids), MOST);
  private readonly lists = new Map<string, Gathering<PetQuery, readonly Pet[]>>();

  constructor(private readonly pets: PetRepository & PetBatches) {}

  async add(pet: NewPet): Promise<Pet> {
    const outcome = await this.additions.answer({ ...pet });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Alone: the animal and its key are one transaction. */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<{ pet: Pet; replayed: boolean }> {
    return this.pets.addOnce(pet, idempotency);
  }

  async find(id: bigint): Promise<Pet | undefined> {
    const outcome = await this.searches.answer(id);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  async list(query: PetQuery): Promise<readonly Pet[]> {
    const name = `${query.limit} ${query.after ?? ''} ${query.status ?? ''}`;
    let list = this.lists.get(name);
    if (list === undefined) {
      list = new Gathering((queries) => this.listTogether(queries), MOST_LISTENERS);
      this.lists.set(name, list);
    }
    try {
      return await list.answer(query);
    } finally {
      if (list.isIdle) this.lists.delete(name);
    }
  }

  purgeIdempotencyKeys(before: Date): Promise<void> {
    return this.pets.purgeIdempotencyKeys(before);
  }

  private async addTogether(pets: readonly NewPet[]): Promise<PromiseSettledResult<Pet>[]> {
    return together(
      pets,
      (all) => this.pets.addAll(all),
      (pet) => this.pets.add(pet),
    );
  }

  private async findTogether(ids: readonly bigint[]): Promise<PromiseSettledResult<Pet | undefined>[]> {
    return together(
      ids,
      async (all) => {
        const found = new Map((await this.pets.findAll([...new Set(all)])).map((pet) => [pet.id, pet]));
        return all.map((id) => {
          const pet = found.get(id);
          return pet && { ...pet };
        });
      },
      (id) => this.pets.find(id),
    );
  }

  private async listTogether(queries: readonly PetQuery[]): Promise<(readonly Pet[])[]> {
    const [query] = queries;
    if (query === undefined) return [];
    const pets = await this.pets.list(query);
    return queries.map((_, at) => (at === 0 ? pets : pets.map((pet) => ({ ...pet }))));
  }
}

/** Does for all what can be done for each; where that fails for a reason that may be one item's, does each alone. */
async function together<Item, Result>(
  items: readonly Item[],
  all: (items: readonly Item[]) => Promise<Result[]>,
  each: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const [only, ...others] = items;
  if (only === undefined) return [];
  if (others.length > 0) {
    try {
      return (await all(items)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      // Nobody can tell what the store did, nor is it any item's fault.
      if (reason instanceof DomainError && reason.code === 'unavailable') {
        return items.map(() => ({ status: 'rejected', reason }));
      }
    }
  }
  return Promise.allSettled(items.map(each));
}
