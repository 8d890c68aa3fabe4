import { Batcher, MAX_WAIT_MS } from '../../support/batcher.js';
import type { Addition, BatchPetRepository } from '../storage.js';
import { hasCode } from '../../../domain/errors.js';
import type { NewPet, Pet } from '../../../domain/pet.js';
import type {
  Added,
  Idempotency,
  NewestPetsQuery,
  PetQuery,
  PetRepository,
} from '../../../domain/ports/repositories.js';

/** The most animals that one transaction adds. */
const MAX_ADDITIONS = 128;

/**
 * Adds animals that arrive while a transaction is running together in the next one. One commit, which waits for the
 * disk, then serves many callers. An addition that meets no other one starts immediately. docs/performance.md gives the
 * gain.
 */
export class BatchingPetRepository implements PetRepository {
  private readonly additions: Batcher<Addition, Added>;

  constructor(private readonly pets: BatchPetRepository) {
    this.additions = new Batcher((additions: readonly Addition[]) => this.addTogether(additions), {
      maxBatchSize: MAX_ADDITIONS,
      maxWaitMs: MAX_WAIT_MS,
      // A transaction whose outcome is unknown can be repeated only if all its additions have a key, so additions
      // without one are kept apart.
      groupOf: ({ once }) => (once === undefined ? 'without a key' : 'with a key'),
    });
  }

  async add(pet: NewPet): Promise<Pet> {
    return (await this.additions.load({ pet: { ...pet } })).pet;
  }

  addOnce(pet: NewPet, once: Idempotency): Promise<Added> {
    return this.additions.load({ pet: { ...pet }, once: { ...once, at: new Date(once.at) } });
  }

  find(id: bigint): Promise<Pet | undefined> {
    return this.pets.find(id);
  }

  list(query: PetQuery): Promise<readonly Pet[]> {
    return this.pets.list(query);
  }

  listNewest(query: NewestPetsQuery): Promise<readonly Pet[]> {
    return this.pets.listNewest(query);
  }

  purgeIdempotencyKeys(before: Date): Promise<void> {
    return this.pets.purgeIdempotencyKeys(before);
  }

  /** Repeats the additions one by one if one of them may have caused a failure, so that only that one fails. */
  private async addTogether(additions: readonly Addition[]): Promise<readonly (Added | Error)[]> {
    try {
      return await this.pets.addAll(additions);
    } catch (error) {
      // No addition causes the store to be unavailable.
      if (additions.length === 1 || hasCode(error, 'unavailable')) throw error;
    }
    const toErrors = (error: unknown) => [error instanceof Error ? error : new Error(String(error))];
    const alone = await Promise.all(additions.map((addition) => this.pets.addAll([addition]).catch(toErrors)));
    return alone.flatMap((results): readonly (Added | Error)[] => results);
  }
}
