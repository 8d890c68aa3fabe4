import type { CommonPasswords } from '../../../domain/ports/passwords.js';

/** The 49,233 most common passwords that zxcvbn-ts collects from published leaks. */
export class ZxcvbnCommonPasswords implements CommonPasswords {
  private passwords: Promise<ReadonlySet<string>> | undefined;

  async has(password: string): Promise<boolean> {
    return (await (this.passwords ??= load())).has(password);
  }
}

/** Loaded for the first new password: it takes 34 ms and 2 MiB, and most processes set no password. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
