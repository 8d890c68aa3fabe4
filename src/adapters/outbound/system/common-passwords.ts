import type { CommonPasswords } from '../../../domain/ports/security.js';

/** The 49,233 most common passwords that zxcvbn-ts collects from published leaks. */
export class ZxcvbnCommonPasswords implements CommonPasswords {
  private passwords: ReadonlySet<string> | undefined;

  /**
   * The list is loaded for the first new password, because most processes set no password and loading takes time and
   * memory.
   */
  async has(password: string): Promise<boolean> {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    this.passwords ??= new Set(dictionary['passwords-common']);
    return this.passwords.has(password);
  }
}
