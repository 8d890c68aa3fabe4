import type { NewPet, Pet } from '../pet.js';

/**
 * Operations on many animals at once, for the decorator that batches calls. A returned animal is a copy. Every method
 * rejects with DomainError `unavailable` when the store cannot answer; after `addAll` it is then unknown whether the
 * animals were added.
 */
export interface PetBatches {
  /**
   * Adds all animals, at least one, or none, and resolves to them in the same order, with ascending ids. After any
   * rejection other than `unavailable` none was added.
   */
  addAll(pets: readonly NewPet[]): Promise<Pet[]>;
  /** The animals that have one of these ids, at least one; in any order, each once. */
  findAll(ids: readonly bigint[]): Promise<Pet[]>;
}
