import { TooManyTries } from '../domain/errors.js';
import type { Throttle, TryLimit } from '../domain/ports/throttle.js';

const MINUTE = 60_000;

/**
 * How often something secret may be tried. The limits of one address leave room for an office behind one router; those
 * of one account are for a person who mistypes.
 */
export const TRY_LIMITS = {
  /** Signing up, and what it costs us to hash a password, from one address. */
  signUpFrom: { tries: 10, period: 60 * MINUTE },
  /** Signing in from one address, to whichever accounts, right passwords included. */
  signInFrom: { tries: 50, period: 15 * MINUTE },
  /** Signing in to one account, from whichever addresses, until the password is right. */
  signInTo: { tries: 5, period: 15 * MINUTE },
  /** Saying the own password once more, until it is right. */
  ownPassword: { tries: 5, period: 15 * MINUTE },
} as const satisfies Record<string, TryLimit>;

/** Counts one try. @throws TooManyTries where it must not be carried out; DomainError `unavailable`. */
export async function countTry(throttle: Throttle, name: string, limit: TryLimit): Promise<void> {
  const wait = await throttle.count(name, limit);
  if (wait > 0) throw new TooManyTries(wait);
}
