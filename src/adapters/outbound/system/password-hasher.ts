import type { PasswordHasher } from '../../../domain/ports/security.js';

/** OWASP's Password Storage Cheat Sheet recommends this: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** For an account without a hash: verifying it takes the same work, and no known password has this digest. */
const DECOY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Hashes with Argon2id (RFC 9106), which salts each password, off the main thread. Its callers bound how many at once.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  async hash(password: string): Promise<string> {
    return (await argon2()).hash(prepared(password), PARAMETERS);
  }

  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    const matches = await (await argon2()).verify(hashed ?? DECOY, prepared(password));
    return matches && hashed !== undefined;
  }
}

/** Loaded with the first password, because it takes memory that a service called only with keys does not need. */
const argon2 = () => import('@node-rs/argon2');

/** Another keyboard may give other code points, so NIST SP 800-63B, section 5.1.1.2, asks for NFKC. */
function prepared(password: string): string {
  return password.normalize('NFKC');
}
