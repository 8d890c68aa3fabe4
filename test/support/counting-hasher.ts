import type { PasswordHasher } from '../../src/domain/ports/security.js';

/** A hasher that is quick, hides nothing, and counts its work. */
export class CountingHasher implements PasswordHasher {
  hashed = 0;
  verified = 0;

  get work(): { readonly hashed: number; readonly verified: number } {
    return { hashed: this.hashed, verified: this.verified };
  }

  async hash(password: string): Promise<string> {
    this.hashed++;
    return `hash ${this.hashed} of ${password}`;
  }

  async verify(hash: string | undefined, password: string): Promise<boolean> {
    this.verified++;
    return hash?.replace(/^hash \d+ of /, '') === password;
  }
}
