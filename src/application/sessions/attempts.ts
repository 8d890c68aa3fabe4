import { TooManyAttempts } from '../../domain/errors.js';
import type { Throttle, AttemptLimit } from '../../domain/ports/throttle.js';

const MINUTE = 60_000;

/**
 * How often something secret may be tried. The limits of one address leave room for an office behind one router; those
 * of one account are for a person who mistypes.
 */
export const ATTEMPT_LIMITS = {
  /** Signing up, and what it costs us to hash a password, from one address. */
  signUpFrom: { attempts: 10, periodMs: 60 * MINUTE },
  /** Signing in from one address, to whichever accounts, right passwords included. */
  signInFrom: { attempts: 50, periodMs: 15 * MINUTE },
  /** Signing in to one account, from whichever addresses, until the password is right. */
  signInTo: { attempts: 5, periodMs: 15 * MINUTE },
  /** Saying the own password once more, until it is right. */
  ownPassword: { attempts: 5, periodMs: 15 * MINUTE },
} as const satisfies Record<string, AttemptLimit>;

/** Counts one try. @throws TooManyAttempts where it must not be carried out; DomainError `unavailable`. */
export async function countAttempt(throttle: Throttle, name: string, limit: AttemptLimit): Promise<void> {
  const wait = await throttle.count(name, limit);
  if (wait > 0) throw new TooManyAttempts(wait);
}
