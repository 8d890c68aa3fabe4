import { Batcher, type BatcherOptions } from '../../support/batcher.js';
import { decorate } from '../../support/decorate.js';
import type { NewPet, Pet } from '../../../domain/pet.js';
import type { Added, Idempotency, PetRepository } from '../../../domain/ports/repositories.js';

/** An animal to add, and the key under which it is added once. */
export interface KeyedAddition {
  readonly pet: NewPet;
  readonly idempotency: Idempotency;
}

/** A repository that adds several animals at once, for the decorator below. */
export interface BatchPetRepository extends PetRepository {
  /**
   * Adds the animals, at least one, in one transaction with ascending ids, and resolves to them in order. Rejects with
   * the errors of `add`; then nothing was added.
   */
  addAll(pets: readonly NewPet[]): Promise<readonly Pet[]>;
  /**
   * Adds the animals whose keys are new in one transaction with ascending ids, and resolves to the results of
   * `addOnce` in order. If several additions have one key, the first one adds. Rejects with the errors of `addOnce`;
   * then nothing was added.
   */
  addAllOnce(additions: readonly KeyedAddition[]): Promise<readonly Added[]>;
}

const LIMITS: BatcherOptions = {
  maxBatchSize: 128,
  maxWaitMs: 20, // Most transactions take less time.
};

/**
 * Adds animals that arrive while a transaction is running together in the next one. One commit, which waits for the
 * disk, then serves many callers. An addition that meets no other one starts immediately. docs/performance.md gives the
 * gain. If a transaction fails, so does each of its additions: a fault of the database is the reason, because the
 * domain lets no animal through that the database would refuse.
 *
 * A transaction whose outcome is unknown can be repeated only if all its additions have a key, so additions without one
 * are batched apart.
 * @param isTooLarge whether a batch that fails with this error is added in halves
 */
export function batchAdditions(
  pets: BatchPetRepository,
  isTooLarge: BatcherOptions['isTooLarge'] = () => false,
): PetRepository {
  const options = { ...LIMITS, isTooLarge };
  const additions = new Batcher((batch: readonly NewPet[]) => pets.addAll(batch), options);
  const keyedAdditions = new Batcher((batch: readonly KeyedAddition[]) => pets.addAllOnce(batch), options);
  return decorate<PetRepository>(pets, {
    add: (pet) => additions.load(pet),
    addOnce: (pet, idempotency) => keyedAdditions.load({ pet, idempotency }),
  });
}
