import { fstatSync, readSync, statSync } from 'node:fs';
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

/** Resolves when the text is written. @throws OutputError, with EPIPE for a stream that was closed at the start */
export function write(output: Output, text: string): Promise<void> {
  if (wasClosed(output.fd)) return Promise.reject(new OutputError('EPIPE'));
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new OutputError('code' in error ? String(error.code) : error.message));
      else resolve();
    });
  });
}

/**
 * Whether a standard stream was closed when this process started. Node.js then opens the null device in its place, for
 * reading and writing. A shell that redirects a stream there opens it for writing only. A stream that a program opened
 * there for both, as Node.js and Python do for a process whose output they ignore, looks the same as a closed one.
 */
function wasClosed(fd: number | undefined): boolean {
  if (fd === undefined || isatty(fd)) return false;
  const found = fstatSync(fd);
  if (!found.isCharacterDevice() || found.rdev !== statSync(devNull).rdev) return false;
  try {
    readSync(fd, Buffer.alloc(1));
    return true;
  } catch {
    return false; // It is open for writing only.
  }
}
