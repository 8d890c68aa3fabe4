/** Thrown when output cannot be written, for example because the disk is full. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  /** @param code the code of Node.js, such as ENOSPC */
  constructor(readonly code: string) {
    super(`The output cannot be written (${code}).`);
  }
}

export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** Resolves when the text is written. @throws OutputError */
export function write(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new OutputError('code' in error ? String(error.code) : error.message));
      else resolve();
    });
  });
}
