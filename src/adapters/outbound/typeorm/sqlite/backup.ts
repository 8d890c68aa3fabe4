import { randomUUID } from 'node:crypto';
import { closeSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DomainError } from '../../../../domain/errors.js';
import type { OnBackupProgress } from '../../storage.js';
import { contentOf } from './content.js';
import { requireFile } from './file.js';

/** How many pages a step copies. Between two steps, a signal is handled. */
const STEP_PAGES = 500;

/**
 * Copies the SQLite file `source` to a new file while others use it, as `StorageAddress.backup` requires. The new file
 * gets its name only when it is complete. A file that exists stays as it is.
 */
export async function backUp(source: string, file: string, onProgress: OnBackupProgress): Promise<void> {
  // Other programs write to standard output under this name.
  if (file === '-') throw new DomainError('invalid', 'Name a file; a backup cannot be piped.');
  const target = resolve(file);
  const partial = `${target}.${randomUUID()}.partial`;
  try {
    refuseExisting(target);
    closeSync(openSync(partial, 'wx', 0o600)); // SQLite reads an empty file as an empty database.
    await removingAtEnd(partial, async () => {
      await copySnapshot(source, partial, onProgress);
      refuseExisting(target);
      renameSync(partial, target);
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('unavailable', `The backup failed, and ${target} was not written.`, { cause: error });
  }
}

/** Removes the file, unless the work has renamed it, when the work ends or a signal ends the process. */
async function removingAtEnd(file: string, work: () => Promise<void>): Promise<void> {
  const remove = () => ['', '-journal', '-wal', '-shm'].forEach((end) => rmSync(file + end, { force: true }));
  process.once('exit', remove);
  try {
    await work();
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** A symbolic link counts, even if it leads nowhere: renaming a file to its name would replace it. */
function refuseExisting(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new DomainError('already_exists', `${target} exists. Name a new file.`);
}

async function copySnapshot(source: string, partial: string, onProgress: OnBackupProgress): Promise<void> {
  requireFile(source);
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const original = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    // Without a snapshot, SQLite would begin the copy again after each change by another process.
    original.exec('BEGIN');
    if (contentOf(original) !== 'animals') {
      throw new DomainError('invalid', `${source} has no tables of animal-store, so there is nothing to back up.`);
    }
    const progress = (pages: { totalPages: number; remainingPages: number }) => {
      onProgress(pages.totalPages - pages.remainingPages, pages.totalPages);
      return STEP_PAGES;
    };
    await original.backup(partial, { progress });
  } finally {
    original.close();
  }
  const copy = new BetterSqlite3(partial);
  try {
    // A copy of a file in WAL mode is also in that mode. In another mode, no WAL beside the copy can belong to it.
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
