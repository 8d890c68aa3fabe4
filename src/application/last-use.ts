import { hasCode } from '../domain/errors.js';

/**
 * Waits until the use of an API key or of a session is recorded, and goes on without if the database cannot do so now.
 * The record informs the account holder, and keeps a session alive for longer. A database that refuses writes still
 * serves reads.
 */
export async function ignoreUnavailable(recording: Promise<void>): Promise<void> {
  await recording.catch((error: unknown) => {
    if (!hasCode(error, 'unavailable')) throw error;
  });
}
