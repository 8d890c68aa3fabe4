import { Batcher } from '../../support/batcher.js';
import { decorate } from '../../support/decorate.js';
import { hasCode } from '../../../domain/errors.js';
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

/** The most animals that one transaction adds. */
const MAX_ADDITIONS = 128;

/** How long additions wait for a transaction that a connection may hold up. Most transactions take less time. */
const MAX_WAIT_MS = 20;

/**
 * Adds animals that arrive while a transaction is running together in the next one. One commit, which waits for the
 * disk, then serves many callers. An addition that meets no other one starts immediately. docs/performance.md gives the
 * gain.
 *
 * A transaction whose outcome is unknown can be repeated only if all its additions have a key, so additions without one
 * are batched apart.
 */
export function batchAdditions(pets: BatchPetRepository): PetRepository {
  const additions = additionBatcher((batch: readonly NewPet[]) => pets.addAll(batch));
  const keyedAdditions = additionBatcher((batch: readonly KeyedAddition[]) => pets.addAllOnce(batch));
  return decorate<PetRepository>(pets, {
    add: (pet) => additions.load(pet),
    addOnce: (pet, idempotency) => keyedAdditions.load({ pet, idempotency }),
  });
}

/**
 * Returns a batcher that repeats the additions of a batch one by one if one of them may have caused its failure, so
 * that only that one fails.
 */
function additionBatcher<Addition, Result>(
  addAll: (additions: readonly Addition[]) => Promise<readonly Result[]>,
): Batcher<Addition, Result> {
  async function addTogether(additions: readonly Addition[]): Promise<readonly (Result | Error)[]> {
    try {
      return await addAll(additions);
    } catch (error) {
      // No addition causes the store to be unavailable.
      if (additions.length === 1 || hasCode(error, 'unavailable')) throw error;
    }
    const toErrors = (error: unknown) => [error instanceof Error ? error : new Error(String(error))];
    const alone = await Promise.all(additions.map((addition) => addAll([addition]).catch(toErrors)));
    return alone.flatMap((results): readonly (Result | Error)[] => results);
  }
  return new Batcher(addTogether, { maxBatchSize: MAX_ADDITIONS, maxWaitMs: MAX_WAIT_MS });
}
