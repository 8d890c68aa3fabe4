import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';

/** Creates a folder, which is removed after the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  // A process that was killed a moment ago may still write.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
