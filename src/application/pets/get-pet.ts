import { DomainError } from '../../domain/errors.js';
import { isFetchable, parsePetId, type Pet } from '../../domain/pet.js';
import type { Clock } from '../../domain/ports/security.js';
import type { PetRepository } from '../../domain/ports/repositories.js';

/** Fetches one animal (specification, section 4.3). It is deprecated. */
export class GetPet {
  constructor(
    private readonly pets: Pick<PetRepository, 'find'>,
    private readonly clock: Clock,
  ) {}

  get isRemoved(): boolean {
    return !isFetchable(this.clock.now());
  }

  /** @throws DomainError `operation_removed` after the sunset */
  requireAvailable(): void {
    if (this.isRemoved) {
      throw new DomainError('operation_removed', 'Fetching one animal was removed; list animals by status instead.');
    }
  }

  /**
   * @param petId the identifier as the client wrote it
   * @throws DomainError `operation_removed`, `not_found`, `unavailable`.
   */
  async execute(petId: string): Promise<Pet> {
    this.requireAvailable();
    const id = parsePetId(petId);
    const pet = id === undefined ? undefined : await this.pets.find(id);
    if (pet === undefined) throw new DomainError('not_found', 'No animal has this id.');
    return pet;
  }
}
