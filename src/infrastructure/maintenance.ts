import type { Services } from './container.js';
import type { Logger } from './logging.js';

/** In milliseconds. */
export const PURGE_INTERVAL = 60 * 60 * 1000;

/** Deletes expired idempotency keys, sessions and attempts. Logs a failure: the next run deletes them then. */
export function purgeExpired(services: Services, logger: Logger): void {
  const purges = {
    'idempotency keys': services.purgeIdempotencyKeys,
    sessions: services.purgeSessions,
    attempts: services.purgeAttempts,
  };
  for (const [what, purge] of Object.entries(purges)) {
    purge.execute().catch((error: unknown) => logger.warn({ err: error }, `expired ${what} were not purged`));
  }
}
