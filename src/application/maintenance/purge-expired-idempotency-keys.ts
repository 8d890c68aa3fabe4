import type { Clock } from '../../domain/ports/clock.js';
import type { PetRepository } from '../../domain/ports/pet-repository.js';

/** How long an idempotency key is remembered, in milliseconds: twice the 24 hours that clients are promised. */
const IDEMPOTENCY_RETENTION = 48 * 60 * 60 * 1000;

/** Deletes idempotency keys whose retention is over; run regularly. */
export class PurgeExpiredIdempotencyKeys {
  constructor(
    private readonly pets: PetRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unavailable`. */
  async execute(): Promise<void> {
    await this.pets.purgeIdempotencyKeys(new Date(this.clock.now().getTime() - IDEMPOTENCY_RETENTION));
  }
}
