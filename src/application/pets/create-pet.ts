import { DomainError } from '../../domain/errors.js';
import { createPet, isSamePet, type PetDraft } from '../../domain/pet.js';
import type { Clock } from '../../domain/ports/security.js';
import type { Added, PetRepository } from '../../domain/ports/repositories.js';

export interface CreatePetRequest {
  readonly draft: PetDraft;
  readonly accountId: bigint;
  /**
   * The key has 1 to 255 printable ASCII characters. Requests with the same key and the same animal add the animal
   * once.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Adds an animal (specification, section 4.2). */
export class CreatePet {
  constructor(
    private readonly pets: Pick<PetRepository, 'add' | 'addOnce'>,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid`, `idempotency_key_reused`, `unavailable`. */
  async execute({ draft, accountId, idempotencyKey }: CreatePetRequest): Promise<Added> {
    const wanted = createPet(draft);
    if (idempotencyKey === undefined) return { pet: await this.pets.add(wanted), replayed: false };

    const idempotency = { accountId, key: idempotencyKey, at: this.clock.now() };
    const added = await this.pets.addOnce(wanted, idempotency);
    if (!isSamePet(added.pet, wanted)) {
      const message = 'The idempotency key was used before to add another animal; use a new key for a new animal.';
      throw new DomainError('idempotency_key_reused', message);
    }
    return added;
  }
}
