import type { NewPet, Pet } from '../pet.js';

/**
 * What a store of animals does for many at once, for whoever gathers what callers ask at the same time. Every method
 * rejects with DomainError `unavailable` where the store cannot answer; for `addAll` that means "unknown".
 */
export interface PetBatches {
  /**
   * Adds all of these, at least one, or none, and gives each back in its place: ids ascend in the order given. Any
   * other rejection than `unavailable` means that none was added.
   */
  addAll(pets: readonly NewPet[]): Promise<Pet[]>;
  /** The animals that have one of these ids, at least one; in any order, each once. */
  findAll(ids: readonly bigint[]): Promise<Pet[]>;
}
