import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Secrets } from '../../../domain/ports/secrets.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The machine's cryptography: OpenSSL's generator, hash and cipher, zlib's checksum. */
export class SystemSecrets implements Secrets {
  randomText(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  }

  sha256(text: string): string {
    return hash('sha256', text, 'hex'); // a third of what createHash costs
  }

  startSha256() {
    const hash = createHash('sha256');
    return { add: (text: string) => void hash.update(text), digest: () => hash.digest('hex') };
  }

  encrypt(text: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keyFrom(secret), nonce);
    const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(encrypted).toString('base64url');
  }

  decrypt(encrypted: string, secret: string): string | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, keyFrom(secret), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined; // too short, damaged, or encrypted with another secret
    }
  }

  crc32(text: string): number {
    return crc32(text);
  }
}

/** HKDF (RFC 5869), so that the key is of no use for anything else that the secret opens. */
function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'animal-store encryption', 32));
}
