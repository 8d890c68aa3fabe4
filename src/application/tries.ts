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

/**
 * What counts as one address: an IPv6 host chooses among 2^64 addresses (RFC 4291, section 2.5.1), so there it is the
 * network of the first 64 bits.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
