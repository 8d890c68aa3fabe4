import { INT64_MAX } from '../../../domain/values.js';
import { PET_STATUSES, type NewPet, type Pet, type PetStatus } from '../../../domain/pet.js';
import type {
  Added,
  Idempotency,
  NewestPetsQuery,
  PetQuery,
  PetRepository,
} from '../../../domain/ports/repositories.js';

/** Keeps one list of all animals, and one for each status. */
export class MemoryPetRepository implements PetRepository {
  // Ids ascend, so the order of insertion is the order of ids.
  private readonly all: Pet[] = [];
  private readonly byStatus = new Map<PetStatus, Pet[]>(PET_STATUSES.map((status) => [status, []]));
  private readonly additions = new Map<string, { pet: Pet; at: Date }>();

  constructor(private nextId = 1n) {}

  async add(pet: NewPet): Promise<Pet> {
    return { ...this.keep(pet) };
  }

  async addOnce(pet: NewPet, { accountId, key, at }: Idempotency): Promise<Added> {
    const name = `${accountId} ${key}`;
    const earlier = this.additions.get(name);
    if (earlier !== undefined) return { pet: { ...earlier.pet }, replayed: true };
    const added = this.keep(pet);
    this.additions.set(name, { pet: added, at: new Date(at) });
    return { pet: { ...added }, replayed: false };
  }

  async find(id: bigint): Promise<Pet | undefined> {
    const pet = this.all[firstAbove(this.all, id - 1n)];
    return pet?.id === id ? { ...pet } : undefined;
  }

  async changeStatus(id: bigint, from: PetStatus, to: PetStatus): Promise<Pet | undefined> {
    const at = firstAbove(this.all, id - 1n);
    const pet = this.all[at];
    if (pet?.id !== id) return undefined;
    if (pet.status !== from) return { ...pet };
    // A new object takes the place of the old one, which `addOnce` keeps as the animal was added.
    const changed = { ...pet, status: to };
    this.all[at] = changed;
    const [old, other] = [this.listOf(from), this.listOf(to)];
    old.splice(firstAbove(old, id - 1n), 1);
    other.splice(firstAbove(other, id), 0, changed);
    return { ...changed };
  }

  async list({ limit, after = 0n, status }: PetQuery): Promise<Pet[]> {
    const pets = this.listOf(status);
    const start = firstAbove(pets, after);
    return pets.slice(start, start + limit).map((pet) => ({ ...pet }));
  }

  async listNewest({ limit, before = INT64_MAX + 1n, status }: NewestPetsQuery): Promise<Pet[]> {
    const pets = this.listOf(status);
    const end = firstAbove(pets, before - 1n);
    const found = pets.slice(Math.max(0, end - limit), end).map((pet) => ({ ...pet }));
    return found.reverse();
  }

  async purgeIdempotencyKeys(before: Date): Promise<void> {
    for (const [name, { at }] of this.additions) if (at < before) this.additions.delete(name);
  }

  private listOf(status: PetStatus | undefined): Pet[] {
    return (status === undefined ? this.all : this.byStatus.get(status)) ?? [];
  }

  private keep(added: NewPet): Pet {
    const pet = { id: this.nextId++, ...added };
    this.all.push(pet);
    this.byStatus.get(pet.status)?.push(pet);
    return pet;
  }
}

/** Returns the index of the first animal with an id above `id`, by bisection. */
function firstAbove(pets: readonly Pet[], id: bigint): number {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pets[middle]?.id ?? id) > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
