import { hasCode, TooManyAttempts } from '../domain/errors.js';
import type { AttemptLimit, AttemptRepository } from '../domain/ports/repositories.js';
import type { Secrets } from '../domain/ports/security.js';

const MINUTE = 60_000;

export interface Client {
  /** For people to read, such as 192.0.2.7 or 2001:db8::1; `unknown` when it cannot be determined. */
  readonly address: string;
  /** The range of addresses of one subscriber, which attempts are counted by. */
  readonly network: string;
  /** The browser and its system, such as `Firefox on Linux`, if they are known. */
  readonly browser?: string | undefined;
}

/** A network may be an office behind one router. An account has one person, who mistypes. */
export const ATTEMPT_LIMITS = {
  /** Sign-ups from one network, each of which hashes a password. */
  signUpFrom: { attempts: 10, periodMs: 60 * MINUTE },
  /** Attempts to sign in from one network, to any account and including right passwords. */
  signInFrom: { attempts: 50, periodMs: 15 * MINUTE },
  /** Wrong passwords for one account from one network: a stranger elsewhere locks no holder out. */
  signInToFrom: { attempts: 5, periodMs: 15 * MINUTE },
  /** Wrong passwords for one account from everywhere, so that guessing from many networks also ends. */
  signInTo: { attempts: 30, periodMs: 15 * MINUTE },
  /** Wrong passwords of a signed-in account holder who must confirm the password. */
  confirmPassword: { attempts: 5, periodMs: 15 * MINUTE },
} as const satisfies Record<string, AttemptLimit>;

interface Counting {
  readonly attempts: Pick<AttemptRepository, 'count' | 'refund'>;
  readonly secrets: Pick<Secrets, 'sha256'>;
}

export interface Count {
  readonly name: string;
  readonly limit: AttemptLimit;
}

/** The name is a JSON array, so that no value, which a stranger may have typed, makes the name of another count. */
function countOf(limit: keyof typeof ATTEMPT_LIMITS, ...values: string[]): Count {
  return { name: JSON.stringify([limit, ...values]), limit: ATTEMPT_LIMITS[limit] };
}

export function signInsFrom({ network }: Client): Count {
  return countOf('signInFrom', network);
}

/**
 * The counts have the hash of the password in their names, so those of a new password begin at 0.
 * @param passwordHash absent for an email without an account or a password
 */
export function signInsTo(email: string, passwordHash: string | undefined, { network }: Client): readonly Count[] {
  const target = [email, passwordHash ?? ''];
  return [countOf('signInToFrom', ...target, network), countOf('signInTo', ...target)];
}

export function confirmationsOf(accountId: bigint, passwordHash: string | undefined): Count {
  return countOf('confirmPassword', String(accountId), passwordHash ?? '');
}

export function signUpsFrom({ network }: Client): Count {
  return countOf('signUpFrom', network);
}

/**
 * Counts one attempt and carries it out. One that fails with `unavailable` does not count, because that is not the
 * fault of the account holder. The first count that is used up refuses the attempt.
 * @throws TooManyAttempts; DomainError `unavailable`; the errors of `attempt`
 */
export async function countAttempt<T>(
  dependencies: Counting,
  counts: readonly Count[],
  attempt: () => Promise<T>,
): Promise<T> {
  const counted: Count[] = [];
  try {
    for (const count of counts) {
      await requireAttempt(dependencies, count);
      counted.push(count);
    }
    return await attempt();
  } catch (error) {
    if (hasCode(error, 'unavailable')) await refundAttempts(dependencies, counted);
    throw error;
  }
}

/** @param onRefused called when the attempt is refused, or fails with `unavailable` and so does not count */
export async function reportRefusal<T>(
  attempt: () => Promise<T>,
  onRefused: (reason: 'too_many_attempts' | 'unavailable') => void,
): Promise<T> {
  return attempt().catch((error: unknown) => {
    if (error instanceof TooManyAttempts) onRefused('too_many_attempts');
    if (hasCode(error, 'unavailable')) onRefused('unavailable');
    throw error;
  });
}

/** @throws TooManyAttempts, DomainError `unavailable` */
export async function requireAttempt(dependencies: Counting, count: Count): Promise<void> {
  const { limit } = count;
  const wait = await dependencies.attempts.count(keyOf(dependencies, count), limit);
  // A clock that was set back would make the wait longer than a period, which no wait is.
  if (wait > 0) throw new TooManyAttempts(Math.min(wait, limit.periodMs));
}

/** Takes attempts back, as far as the database can. One that stays counted does less harm than a failure would. */
export async function refundAttempts(dependencies: Counting, counts: readonly Count[]): Promise<void> {
  await Promise.allSettled(counts.map((count) => dependencies.attempts.refund(keyOf(dependencies, count))));
}

/** Returns the key of a count, which is short and shows no email, no address and no hash of a password. */
function keyOf({ secrets }: Counting, { name }: Count): string {
  return secrets.sha256(name);
}
