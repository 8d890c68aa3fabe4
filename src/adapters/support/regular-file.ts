import { readFileSync, statSync } from 'node:fs';

/** In bytes. Bundles of certificates have some hundred kilobytes. */
const MAX_SIZE = 1 << 20;

/** Its message is what the file must be. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** A pipe and a device are refused, because reading them may never end. @throws UnreadableFile */
export function readRegularFile(path: string): Buffer {
  try {
    const found = statSync(path);
    if (found.isFile() && found.size <= MAX_SIZE) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // node:fs throws errors of this type.
    throw new UnreadableFile(`a file that this process can read (${code})`, code);
  }
  throw new UnreadableFile('a regular file of at most 1 MiB');
}
