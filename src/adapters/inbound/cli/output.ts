import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { isatty } from 'node:tty';

/** The error of output that cannot be written, such as that of a full disk. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  /** @param code the code of Node.js, such as ENOSPC */
  constructor(readonly code: string) {
    super(`The output cannot be written (${code}).`);
  }
}

/** The standard output or the standard error of a process. */
export interface Output {
  /** Its file descriptor, if it has one. */
  readonly fd?: number;
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/**
 * Resolves when the text is written. The null device counts as a pipe that no program reads: Node.js opens it in place of
 * a standard stream that is closed, so a closed one could not be told apart.
 * @throws OutputError
 */
export function write(output: Output, text: string): Promise<void> {
  if (isNullDevice(output.fd)) return Promise.reject(new OutputError('EPIPE'));
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new OutputError('code' in error ? String(error.code) : error.message));
      else resolve();
    });
  });
}

function isNullDevice(fd: number | undefined): boolean {
  if (fd === undefined || isatty(fd)) return false;
  const found = fstatSync(fd);
  return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
}
