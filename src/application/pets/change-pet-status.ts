import { DomainError, InvalidInput } from '../../domain/errors.js';
import { isPetStatus, statusViolation, type Pet } from '../../domain/pet.js';
import type { PetRepository } from '../../domain/ports/repositories.js';
import type { AuditLog } from '../../domain/ports/security.js';

interface StatusChange {
  readonly petId: bigint;
  /** The status that the account holder saw. */
  readonly from: string;
  readonly to: string;
  /** The account that is signed in. */
  readonly accountId: bigint;
  /** The network address of the account holder. */
  readonly address: string;
}

/** Changes the status of an animal. It is for people who are signed in: the API has no such operation. */
export class ChangePetStatus {
  constructor(
    private readonly pets: Pick<PetRepository, 'changeStatus'>,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * Changes nothing if the animal no longer has the status that the account holder saw. Resolves to the animal as it is
   * afterwards: it has the status `to`, unless another person has changed it to another status.
   * @throws DomainError `invalid` for a status that no animal can have, `not_found`, `unavailable`.
   */
  async execute({ petId, from, to, accountId, address }: StatusChange): Promise<Pet> {
    if (!isPetStatus(from) || !isPetStatus(to)) throw new InvalidInput([statusViolation]);
    const pet = await this.pets.changeStatus(petId, from, to);
    if (pet === undefined) throw new DomainError('not_found', 'No animal has this id.');
    if (pet.status === to && from !== to)
      this.auditLog.record({ event: 'pet_status_changed', accountId, pet, address });
    return pet;
  }
}
