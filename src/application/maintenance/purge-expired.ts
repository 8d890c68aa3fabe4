import type { ApiKeyRepository, PetRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { Clock, Throttle } from '../../domain/ports/security.js';
import { SESSION_LIFE } from '../../domain/session.js';

/**
 * How long an idempotency key is remembered, in milliseconds, which is twice the 24 hours that clients are promised.
 */
const IDEMPOTENCY_RETENTION = 48 * 60 * 60 * 1000;

/** How long a revoked or expired API key is listed, in milliseconds. */
const API_KEY_RETENTION = 90 * 24 * 60 * 60 * 1000;

/**
 * Deletes idempotency keys, sessions, API keys and counts of attempts that have expired. The service runs it regularly.
 */
export class PurgeExpired {
  constructor(
    private readonly pets: Pick<PetRepository, 'purgeIdempotencyKeys'>,
    private readonly apiKeys: Pick<ApiKeyRepository, 'purge'>,
    private readonly sessions: Pick<SessionRepository, 'purge'>,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes one kind of data after the other.
   * @param onError called for each kind that fails; the others are still deleted
   */
  async execute(onError: (kind: string, error: unknown) => void): Promise<void> {
    const now = this.clock.now().getTime();
    const purges = {
      'idempotency keys': () => this.pets.purgeIdempotencyKeys(new Date(now - IDEMPOTENCY_RETENTION)),
      sessions: () => this.sessions.purge(new Date(now - SESSION_LIFE.absolute), new Date(now - SESSION_LIFE.idle)),
      'API keys': () => this.apiKeys.purge(new Date(now - API_KEY_RETENTION)),
      attempts: () => this.throttle.purgeExpired(),
    };
    for (const [kind, purge] of Object.entries(purges)) {
      await purge().catch((error: unknown) => onError(kind, error));
    }
  }
}
