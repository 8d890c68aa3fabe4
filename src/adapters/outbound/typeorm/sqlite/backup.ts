import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DomainError } from '../../../../domain/errors.js';
import { contentOf } from './content.js';
import { createFile, requireFile } from './file.js';

/**
 * Copies the SQLite file `source` to a new file while others use it, and checks the copy, as `StorageTarget.backup`
 * requires. The new file gets its name only when it is complete. A file that exists stays as it is.
 */
export async function backUp(source: string, file: string): Promise<void> {
  const target = resolve(file);
  const folder = dirname(target);
  const partial = `${target}.${randomUUID()}.partial`;
  const removePartial = () => {
    try {
      rmSync(partial);
    } catch {
      // There may be no file, and what prevents its removal has also prevented the backup.
    }
  };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new DomainError('invalid', `There is no folder ${folder}. Create it, or name another folder.`);
  }
  refuseExisting(target);
  process.once('exit', removePartial);
  try {
    await createFile(partial); // SQLite reads an empty file as an empty database.
    await copyAndCheck(source, partial);
    refuseExisting(target); // A hard link would refuse by itself, but some file systems have none.
    renameSync(partial, target);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('unavailable', `The backup failed, and ${target} was not written.`, { cause: error });
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
}

/** A symbolic link counts, even if it leads nowhere: renaming a file to its name would replace it. */
function refuseExisting(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new DomainError('already_exists', `${target} exists. Name a new file.`);
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
    if (contentOf(copy) !== 'animals') {
      throw new DomainError('invalid', `${source} has no tables of animal-store, so there is nothing to back up.`);
    }
  } finally {
    copy.close();
  }
  // VACUUM INTO does not wait until the disk has the file. It blocked the program, so that a signal that arrived
  // meanwhile ends the process only here.
  const written = await open(partial, 'r+');
  await written.sync().finally(() => written.close());
}
