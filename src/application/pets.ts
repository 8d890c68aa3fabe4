import { DomainError, type Violation } from '../domain/errors.js';
import {
  newPet,
  FETCHING_SUNSET,
  isSamePet,
  PAGE_LIMIT,
  parsePetId,
  readPetStatus,
  type Pet,
  type PetDraft,
} from '../domain/pet.js';
import type { Added, PetQuery, PetRepository } from '../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../domain/ports/security.js';

export type PageRequest = Omit<PetQuery, 'limit'> & { readonly limit?: number | undefined };

export interface CreatePetRequest {
  readonly draft: PetDraft;
  /** What is wrong with properties that could not be read, such as one of a wrong type. The draft lacks these. */
  readonly unread?: readonly Violation[];
  readonly accountId: bigint;
  readonly idempotencyKey?: string | undefined;
}

/** One page for people: the newest animals below an id, the oldest above an id, or the newest of all. */
export interface BrowseRequest extends Pick<PetQuery, 'status'> {
  readonly from?: { readonly before: bigint } | { readonly after: bigint } | undefined;
}

export interface BrowsedPage {
  /** Newest first. */
  readonly pets: readonly Pet[];
  /** The `before` of the page with older animals, if there are any. */
  readonly before: bigint | undefined;
  /** The `after` of the page with newer animals, if there are any. */
  readonly after: bigint | undefined;
}

export interface StatusChange {
  readonly petId: bigint;
  /** The status that the account holder saw. */
  readonly from: string;
  readonly to: string;
  readonly accountId: bigint;
  readonly address: string;
}

interface Dependencies {
  readonly pets: PetRepository;
  readonly clock: Clock;
  readonly auditLog: AuditLog;
}

/** Every method may reject with DomainError `unavailable`. */
export class PetUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /** Lists animals (specification, section 4.1), oldest first. `next` is absent on the last page. */
  async listPets({ limit = PAGE_LIMIT.default, status, after }: PageRequest) {
    // One animal more than the limit shows whether another page follows, without counting.
    const found = await this.dependencies.pets.list({ limit: limit + 1, status, after });
    if (found.length <= limit) return { pets: found };
    const pets = found.slice(0, limit);
    return { pets, next: pets.at(-1)?.id };
  }

  /** Specification, section 4.2. @throws DomainError `invalid`, `idempotency_key_reused` */
  async createPet({ draft, unread, accountId, idempotencyKey }: CreatePetRequest): Promise<Added> {
    const { pets, clock } = this.dependencies;
    const wanted = newPet(draft, unread);
    if (idempotencyKey === undefined) return { pet: await pets.add(wanted), replayed: false };

    const added = await pets.addOnce(wanted, { accountId, key: idempotencyKey, at: clock.now() });
    if (!isSamePet(added.pet, wanted)) {
      throw new DomainError('idempotency_key_reused', 'The idempotency key was used before to add another animal.');
    }
    return added;
  }

  /** Whether one animal can be fetched now, and so has an address of its own. */
  get isFetchable(): boolean {
    return this.dependencies.clock.now() <= FETCHING_SUNSET;
  }

  /** @throws DomainError `operation_removed` after the sunset of `getPet` */
  requireFetchable(): void {
    if (this.isFetchable) return;
    throw new DomainError('operation_removed', 'Fetching one animal was removed.');
  }

  /**
   * Specification, section 4.3. @param petId as the client wrote it @throws DomainError `operation_removed`,
   * `not_found`
   */
  async getPet(petId: string): Promise<Pet> {
    this.requireFetchable();
    const id = parsePetId(petId);
    const pet = id === undefined ? undefined : await this.dependencies.pets.find(id);
    if (pet === undefined) throw noSuchPet();
    return pet;
  }

  /** For a person, who may look for an animal also after the sunset. */
  findPet(id: bigint): Promise<Pet | undefined> {
    return this.dependencies.pets.find(id);
  }

  /**
   * Lists animals for a person, who pages from the newest to the oldest and back. The page with the newest animal is
   * full if there are enough animals.
   */
  async browsePets({ status, from }: BrowseRequest): Promise<BrowsedPage> {
    const { pets: repository } = this.dependencies;
    const limit = PAGE_LIMIT.default;
    // To get the oldest page above an id, find the animal after that page: the page is then the newest animals below it.
    const boundOf = async (after: bigint) => (await repository.list({ limit: limit + 1, after, status })).at(limit)?.id;
    const before = from !== undefined && 'after' in from ? await boundOf(from.after) : from?.before;
    // One animal more than the page has shows whether another page follows, without counting.
    const found = await repository.listNewest({ limit: limit + 1, before, status });
    const highest = before === undefined ? undefined : before - 1n;
    const newer = highest === undefined ? [] : await repository.list({ limit: 1, after: highest, status });
    const pets = found.slice(0, limit);
    return {
      pets,
      before: found.length > limit ? pets.at(-1)?.id : undefined,
      after: newer.length > 0 ? (pets[0]?.id ?? highest) : undefined,
    };
  }

  /**
   * Changes the status of an animal for a person; the API has no such operation. Changes nothing if the animal no
   * longer has the status `from`. Resolves to the animal as it is afterwards: with the status `to`, unless another
   * person has changed it. @throws DomainError `invalid` for a status that no animal can have, `not_found`
   */
  async changePetStatus({ petId, from, to, accountId, address }: StatusChange): Promise<Pet> {
    const { pets, auditLog } = this.dependencies;
    const pet = await pets.changeStatus(petId, readPetStatus(from), readPetStatus(to));
    if (pet === undefined) throw noSuchPet();
    if (pet.status === to && from !== to) auditLog.record({ event: 'pet_status_changed', accountId, pet, address });
    return pet;
  }
}

function noSuchPet(): DomainError {
  return new DomainError('not_found', 'No animal has this id.');
}
