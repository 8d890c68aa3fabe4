import type { NewPet, Pet } from '../pet.js';

/**
 * Operations on many animals at once, for the batcher. Every method
 * rejects with DomainError `unavailable` where the store cannot answer; for `addAll` that means "unknown".
 */
export interface PetBatches {
  /**
   * Adds all of these, at least one, or none, and returns them in the order given: ids ascend. Any other
   * rejection than `unavailable` means that none was added.
   */
  addAll(pets: readonly NewPet[]): Promise<Pet[]>;
  /** The animals that have one of these ids, at least one; in any order, each once. */
  findAll(ids: readonly bigint[]): Promise<Pet[]>;
}
