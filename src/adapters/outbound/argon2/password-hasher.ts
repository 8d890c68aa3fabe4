import { DomainError } from '../../../domain/errors.js';
import type { PasswordHasher } from '../../../domain/ports/security.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';

/** OWASP's Password Storage Cheat Sheet: argon2id (the library's default), 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified for an account without a hash: the same work, for a digest that no known password has. */
const DECOY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** How many passwords are hashed at once: 38 MiB, and half of the threads that Node does its file and DNS work on. */
const AT_ONCE = 2;

/** How many may wait; more are refused at once, so that a burst delays others little. */
const MAX_WAITING = 30;

/** Argon2id (RFC 9106), with a salt for each password, off the main thread. */
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
      throw new DomainError('unavailable', 'Too many people are signing in; try again shortly.');
    }
  }
}

/** Loaded with the first password: it takes 5 MiB, and a service that is only called with keys needs none. */
const argon2 = () => import('@node-rs/argon2');

/** The same password typed on another keyboard may be other code points: NIST SP 800-63B, section 5.1.1.2, asks for NFKC. */
function prepared(password: string): string {
  return password.normalize('NFKC');
}
