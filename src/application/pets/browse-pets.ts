import { PAGE_LIMIT } from './list-pets.js';
import type { Pet } from '../../domain/pet.js';
import type { NewestPetsQuery, PetRepository } from '../../domain/ports/repositories.js';

interface BrowseRequest extends Pick<NewestPetsQuery, 'status' | 'upTo'> {
  /** The `newer` of another page, which selects the page before that one. It takes precedence over `upTo`. */
  readonly after?: bigint | undefined;
  /** An animal that the page names, whether or not the page lists it. */
  readonly affected?: bigint | undefined;
}

interface PetPage {
  /** The animals of the page, newest first. */
  readonly pets: readonly Pet[];
  /** The `after` of the page with newer animals. It is absent on the page with the newest animal. */
  readonly newer: bigint | undefined;
  /** The `upTo` of the page with older animals. It is absent on the page with the oldest animal. */
  readonly older: bigint | undefined;
}

/** Lists the animals for a person, who pages from the newest to the oldest and back. */
export class BrowsePets {
  constructor(private readonly pets: Pick<PetRepository, 'find' | 'list' | 'listNewest'>) {}

  /** Starts with the newest animal, or with the newest one up to an id. @throws DomainError `unavailable` */
  async execute({ affected, ...request }: BrowseRequest) {
    const page = await this.page(request);
    return { ...page, affected: affected === undefined ? undefined : await this.pets.find(affected) };
  }

  private async page({ status, upTo, after }: BrowseRequest): Promise<PetPage> {
    if (after === undefined) return this.olderPage({ status, upTo });
    const limit = PAGE_LIMIT.default;
    const found = await this.pets.list({ limit: limit + 1, after, status });
    // The newest page is always full. When fewer animals than that are newer than the other page, the newest page
    // overlaps with it.
    if (found.length <= limit) return this.olderPage({ status });
    const pets = found.slice(0, limit).reverse();
    return { pets, newer: pets[0]?.id, older: after };
  }

  private async olderPage({ status, upTo }: Pick<BrowseRequest, 'status' | 'upTo'>): Promise<PetPage> {
    const limit = PAGE_LIMIT.default;
    // One animal more than the page has shows whether another page follows, without counting.
    const found = await this.pets.listNewest({ limit: limit + 1, upTo, status });
    const pets = found.slice(0, limit);
    const first = pets[0]?.id ?? upTo;
    const isNewest = upTo === undefined || (await this.pets.list({ limit: 1, after: first, status })).length === 0;
    return { pets, newer: isNewest ? undefined : first, older: found[limit]?.id };
  }
}
