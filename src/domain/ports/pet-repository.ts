import type { NewPet, Pet, PetStatus } from '../pet.js';

export interface PetQuery {
  /** The most animals to return, at least 1. */
  readonly limit: number;
  /** Only animals with an id above this one. */
  readonly after?: bigint | undefined;
  readonly status?: PetStatus | undefined;
}

/** The key under which an account adds one animal, however often it repeats the request. */
export interface Idempotency {
  readonly accountId: bigint;
  /** 1 to 255 printable ASCII characters, compared exactly. */
  readonly key: string;
  /** The time of the request. */
  readonly at: Date;
}

export interface Addition {
  readonly pet: Pet;
  /** Whether an earlier call with the same account and key added it. */
  readonly replayed: boolean;
}

/**
 * Keeps the animals. An animal survives every crash once the promise to add it is fulfilled. A returned animal is a copy: changing it changes nothing in the repository and nothing another caller has.
 * Every method rejects with DomainError `unavailable` when the store cannot answer; after an `add` it is then
 * unknown whether the animal was added.
 */
export interface PetRepository {
  /**
   * Assigns an id above every id that is visible, and becomes visible before every animal with a higher id, whichever
   * instance adds it. No id is given twice. Ids may have gaps.
   */
  add(pet: NewPet): Promise<Pet>;
  /**
   * Adds the animal at the first call with this account and key. Every later call returns the animal as it was then
   * added, whether or not `pet` equals it: the caller compares the two. Of concurrent calls exactly one adds. The animal
   * and the key are written in one transaction. The id as for `add`.
   */
  addOnce(pet: NewPet, idempotency: Idempotency): Promise<Addition>;
  /** The animal, or `undefined` when none has this id. */
  find(id: bigint): Promise<Pet | undefined>;
  /** In ascending order of id. Costs the same wherever `after` lies and however rare `status` is. */
  list(query: PetQuery): Promise<readonly Pet[]>;
  /** Deletes idempotency keys first used before this instant; their animals stay. */
  purgeIdempotencyKeys(before: Date): Promise<void>;
}
