import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';

/** How long the making may take, in milliseconds. It may download a server. */
const PATIENCE_MS = 600_000;

/**
 * Makes something for all test files of this run. The first file that asks for it makes it, and the others wait for that.
 * @param make resolves to what JSON can express, or to nothing. The process `pid` ends with the run, and the folder
 *   `folder` is removed then.
 */
export async function onceARun<T extends object>(name: string, make: () => Promise<T>): Promise<T> {
  const { TEST_RUN: run } = process.env;
  if (run === undefined) throw new Error('This test file needs the globalSetup of jest.config.ts.');
  const result = join(run, `${name}.json`);
  if (isFirst(join(run, name))) {
    const made = await make().catch((error: unknown) => ({ error: String(error) }));
    writeFileSync(`${result}.part`, JSON.stringify(made));
    renameSync(`${result}.part`, result);
  }
  await eventually(() => existsSync(result), PATIENCE_MS);
  const made = JSON.parse(readFileSync(result, 'utf8')) as T | { error: string }; // has been written above
  if ('error' in made) throw new Error(`${name}: ${made.error}`);
  return made;
}

/** Of all processes that call this, one creates the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
