import { DomainError } from '../../../domain/errors.js';
import type { PasswordHasher } from '../../../domain/ports/security.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';

/**
 * OWASP's Password Storage Cheat Sheet recommends these parameters for argon2id, the library's default: 19 MiB, two
 * passes, one lane.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * This hash is verified for an account that has none. Verifying it takes the same work, and no known password has this
 * digest.
 */
const DECOY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * How many passwords are hashed at the same time. This bounds the memory, and leaves half of the threads that Node.js
 * uses for files and DNS.
 */
const AT_ONCE = 2;

/** How many calls may wait. More are refused immediately, so that a burst delays others little. */
const MAX_WAITING = 30;

/** Hashes with Argon2id (RFC 9106), which salts each password, off the main thread. */
export class Argon2PasswordHasher implements PasswordHasher {
  private readonly permits = new Semaphore(AT_ONCE, MAX_WAITING);

  hash(password: string): Promise<string> {
    return this.limited(async () => (await argon2()).hash(prepared(password), PARAMETERS));
  }

  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    const matches = await this.limited(async () => (await argon2()).verify(hashed ?? DECOY, prepared(password)));
    return matches && hashed !== undefined;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.permits.run(work);
    } catch (error) {
      if (!(error instanceof NoPermitError)) throw error;
      throw new DomainError('unavailable', 'Too many passwords are being checked; try again shortly.');
    }
  }
}

/**
 * The library is loaded with the first password, because it takes memory that a service called only with keys does not
 * need.
 */
const argon2 = () => import('@node-rs/argon2');

/**
 * The same password typed on another keyboard may consist of other code points, so NIST SP 800-63B, section 5.1.1.2,
 * asks for NFKC.
 */
function prepared(password: string): string {
  return password.normalize('NFKC');
}
