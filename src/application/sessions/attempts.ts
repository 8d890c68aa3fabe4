import { hasCode, TooManyAttempts } from '../../domain/errors.js';
import type { AttemptLimit, Throttle } from '../../domain/ports/security.js';

const MINUTE = 60_000;

/** Where a request comes from. */
export interface Client {
  /** The network address, for people to read, such as 192.0.2.7 or 2001:db8::1; `unknown` when it cannot be found out. */
  readonly address: string;
  /** The smallest range of one subscriber: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** The largest range of one subscriber: an IPv4 address, or the /48 of an IPv6 address (RFC 6177). */
  readonly site: string;
  /** The browser and its system, such as `Firefox on Linux`; absent when they are unknown. */
  readonly browser?: string | undefined;
}

/** The limits of a network leave room for an office behind one router; those of an account are for a person who mistypes. */
export const ATTEMPT_LIMITS = {
  /** Signing up from one network: each hashes a password. */
  signUpFromNetwork: { attempts: 10, periodMs: 60 * MINUTE },
  /** Signing up from one site: a site of IPv6 has 65,536 networks. */
  signUpFromSite: { attempts: 40, periodMs: 60 * MINUTE },
  /** Signing in from one network, to any account, right passwords included. */
  signInFromNetwork: { attempts: 50, periodMs: 15 * MINUTE },
  signInFromSite: { attempts: 200, periodMs: 15 * MINUTE },
  /** Wrong passwords for one account, from any network. */
  signInTo: { attempts: 5, periodMs: 15 * MINUTE },
  /** Wrong passwords of a signed-in account holder who must confirm the password. */
  confirmPassword: { attempts: 5, periodMs: 15 * MINUTE },
} as const satisfies Record<string, AttemptLimit>;

interface Count {
  readonly name: string;
  readonly limit: AttemptLimit;
}

/**
 * Counts one attempt and carries it out. One that fails with `unavailable` does not count: it is not the fault of the
 * account holder.
 * @param counts in the order in which they are looked at; the first that is used up refuses the attempt.
 * @param onRefused called when the attempt is refused or does not count.
 * @throws TooManyAttempts when the attempt is refused; DomainError `unavailable`; the errors of `attempt`.
 */
export async function countAttempt<T>(
  throttle: Throttle,
  counts: readonly Count[],
  attempt: () => Promise<T>,
  onRefused: (reason: 'too_many_attempts' | 'unavailable') => void = () => undefined,
): Promise<T> {
  const counted: Count[] = [];
  try {
    for (const count of counts) {
      const wait = await throttle.count(count.name, count.limit);
      if (wait > 0) throw new TooManyAttempts(wait);
      counted.push(count);
    }
    return await attempt();
  } catch (error) {
    if (error instanceof TooManyAttempts) onRefused('too_many_attempts');
    if (hasCode(error, 'unavailable')) {
      // A throttle that cannot be reached has its reason in `error` already.
      await Promise.allSettled(counted.map(({ name, limit }) => throttle.refund(name, limit)));
      onRefused('unavailable');
    }
    throw error;
  }
}
