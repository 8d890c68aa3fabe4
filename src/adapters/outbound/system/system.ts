import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock, Secrets } from '../../../domain/ports/security.js';

// The clock, the random generator, the hashes and the checksum that the core uses.

/** The clock of the machine. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}

/** The random generator and the hash of Node.js, which are those of OpenSSL, and the checksum of zlib. */
export class SystemSecrets implements Secrets {
  randomText(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  }

  sha256(text: string): string {
    return hash('sha256', text, 'hex'); // The one-shot hash() is faster than createHash().
  }

  crc32(text: string): number {
    return crc32(text);
  }
}
