import { hash, randomInt } from 'node:crypto';
import type { Secrets } from '../../../domain/ports/security.js';

/** The random generator and the hash of Node.js, which are those of OpenSSL. */
export const systemSecrets: Secrets = {
  randomText(alphabet, length) {
    return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  },
  sha256: (text) => hash('sha256', text, 'hex'), // The one-shot hash() is faster than createHash().
};
