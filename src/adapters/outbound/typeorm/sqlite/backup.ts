import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../../../domain/errors.js';
import { requireFile } from './file.js';
import { driverErrorOf } from '../errors.js';

/**
 * Copies the SQLite file `source` to a new file while others use it, and checks the copy, as `StorageTarget.backup`
 * requires. The new file gets its name only when it is complete. A file that exists stays as it is.
 */
export async function backUp(source: string, file: string): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw new DomainError('already_exists', `${target} exists. Name a new file.`);
  const partial = `${target}.partial`;
  await createNew(partial);
  const removePartial = () => rmSync(partial, { force: true });
  process.once('exit', removePartial);
  try {
    await copyAndCheck(resolve(source), partial);
    await turn(); // A signal that arrived during the copy ends the process here.
    await rename(partial, target);
  } catch (cause) {
    throw new DomainError('unavailable', `The backup failed, and ${target} was not written.`, { cause });
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
}

/** Creates a file that only its owner can access. SQLite reads an empty file as an empty database. */
async function createNew(partial: string): Promise<void> {
  try {
    await (await open(partial, 'wx', 0o600)).close();
  } catch (error) {
    if (existsSync(partial)) {
      const advice = 'Wait if another backup is writing it. Otherwise a backup was interrupted: remove the file.';
      throw new DomainError('already_exists', `${partial} exists. ${advice}`);
    }
    const folder = dirname(partial);
    if (!existsSync(folder)) {
      throw new DomainError('invalid', `There is no folder ${folder}. Create it, or name another folder.`);
    }
    const message = `${partial} cannot be created. Name a file in a folder that this user may write.`;
    throw new DomainError('unavailable', message, { cause: new Error(driverErrorOf(error).message) });
  }
}

/** Fills the empty file with one snapshot of the source, which programs may write to meanwhile. */
async function copyAndCheck(source: string, partial: string): Promise<void> {
  requireFile(source);
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const original = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    original.prepare('VACUUM INTO ?').run(partial);
  } finally {
    original.close();
  }
  const copy = new BetterSqlite3(partial, { readonly: true });
  try {
    const result = String(copy.pragma('integrity_check(1)', { simple: true }));
    if (result !== 'ok') throw new Error(`the copy is damaged: ${result}`);
  } finally {
    copy.close();
  }
  const written = await open(partial, 'r+');
  await written.sync().finally(() => written.close()); // VACUUM INTO does not wait until the disk has the file.
}
