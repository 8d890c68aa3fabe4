import { InvalidInput, type Violation } from '../../domain/errors.js';
import type { PetQuery, PetRepository } from '../../domain/ports/repositories.js';

/** The bounds of a page's size, both inclusive, and its default (specification, section 8). */
export const PAGE_LIMIT = { min: 1, max: 100, default: 20 } as const;

/** A request for one page. `after` is the `next` of the previous page; PAGE_LIMIT bounds `limit`. */
export type PageRequest = Omit<PetQuery, 'limit'> & { readonly limit?: number | undefined };

/** Lists animals (specification, section 4.1). */
export class ListPets {
  constructor(private readonly pets: Pick<PetRepository, 'list'>) {}

  /**
   * Resolves to one page, oldest first. `next` is absent on the last page.
   * @throws DomainError `invalid` for the limit, `unavailable`.
   */
  async execute({ limit = PAGE_LIMIT.default, status, after }: PageRequest) {
    const violations = pageLimitViolations(limit);
    if (violations.length > 0) throw new InvalidInput(violations);
    // One animal more than the limit shows whether another page follows, without counting.
    const found = await this.pets.list({ limit: limit + 1, status, after });
    const pets = found.slice(0, limit);
    const last = pets.at(-1);
    return { pets, ...(found.length > limit && last && { next: last.id }) };
  }
}

/** Returns the rules that a page limit breaks. `NaN` stands for a text that is not a number. */
export function pageLimitViolations(limit: number): Violation[] {
  const { min, max } = PAGE_LIMIT;
  return Number.isInteger(limit) && limit >= min && limit <= max
    ? []
    : [{ member: 'limit', message: `must be a whole number from ${min} to ${max}` }];
}
