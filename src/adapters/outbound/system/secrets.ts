import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Secrets } from '../../../domain/ports/security.js';

/** The random generator and the hash of Node.js, which are those of OpenSSL, and its checksum, which is that of zlib. */
export const systemSecrets: Secrets = {
  randomText(alphabet, length) {
    return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  },
  sha256: (text) => hash('sha256', text, 'hex'), // The one-shot hash() is faster than createHash().
  crc32: (text) => crc32(text),
};
