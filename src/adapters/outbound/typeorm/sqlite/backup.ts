import { randomUUID } from 'node:crypto';
import { existsSync, fdatasyncSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { DomainError } from '../../../../domain/errors.js';
import type { BackupWatch } from '../../storage.js';
import { driverErrorOf } from '../execution/failures.js';
import { checkFile } from './check.js';
import { contentOf } from './content.js';
import { createFile, requireFile } from './file.js';

/** What SQLite appends to the name of a file while it writes it, and the file itself. */
const OTHER_FILES = ['', '-journal', '-wal', '-shm'];

/** How many pages a step copies. Between two steps, a signal is handled and the pages are written to the disk. */
const STEP_PAGES = 500;

/**
 * Copies the SQLite file `source` to a new file while others use it, and checks the copy, as `StorageTarget.backup`
 * requires. The new file gets its name only when it is complete. A file that exists stays as it is.
 */
export async function backUp(source: string, file: string, watch: BackupWatch): Promise<void> {
  const target = resolve(file);
  const folder = dirname(target);
  const partial = `${target}.${randomUUID()}.partial`;
  const removePartial = () => {
    for (const name of OTHER_FILES.map((suffix) => partial + suffix)) {
      try {
        rmSync(name, { force: true });
      } catch {
        // What prevents the removal has also prevented the backup.
      }
    }
  };
  process.once('exit', removePartial);
  try {
    refusePipe(file);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new DomainError('invalid', `There is no folder ${folder}. Create it, or name another folder.`);
    }
    refuseExisting(target);
    await createFile(partial); // SQLite reads an empty file as an empty database.
    await copyAndCheck(source, partial, watch);
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

/** Other programs write to standard output under the name `-`; `./-` names a file. */
function refusePipe(file: string): void {
  const found = existsSync(file) ? statSync(file) : undefined;
  if (file === '-' || (found && !found.isFile() && !found.isDirectory()))
    throw new DomainError('invalid', 'Name a file; a backup cannot be piped.');
}

/** A symbolic link counts, even if it leads nowhere: renaming a file to its name would replace it. */
function refuseExisting(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new DomainError('already_exists', `${target} exists. Name a new file.`);
}

/** Fills the empty file with one snapshot of the source, which programs may write to meanwhile, and checks it. */
async function copyAndCheck(source: string, partial: string, { onProgress, onCheck }: BackupWatch): Promise<void> {
  requireFile(source);
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  // It is closed last, because the end of any handle of a process gives up the locks of SQLite on the file.
  const written = await open(partial, 'r+');
  try {
    const original = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
    await copySnapshot(original, source, { partial, written, onProgress }).finally(() => original.close());
    const copy = new BetterSqlite3(partial);
    try {
      // A copy of a file in WAL mode is also in that mode. In another mode, no WAL beside the copy can belong to it.
      copy.pragma('journal_mode = DELETE');
    } finally {
      copy.close();
    }
    await checkFile(partial, { pragma: 'integrity_check', onCheck }).catch((error: unknown) => {
      throw new Error(`the copy did not pass its check: ${driverErrorOf(error).message}`);
    });
    await written.sync();
  } finally {
    await written.close();
  }
}

interface Copy extends Pick<BackupWatch, 'onProgress'> {
  readonly partial: string;
  readonly written: FileHandle;
}

async function copySnapshot(original: Database, source: string, { partial, written, onProgress }: Copy): Promise<void> {
  // Without a snapshot, SQLite would begin the copy again after each change by another process.
  original.exec('BEGIN');
  if (contentOf(original) !== 'animals') {
    throw new DomainError('invalid', `${source} has no tables of animal-store, so there is nothing to back up.`);
  }
  await original.backup(partial, {
    progress({ totalPages, remainingPages }) {
      // Otherwise the system writes much at once, and the commits of the service wait for that.
      fdatasyncSync(written.fd);
      onProgress(totalPages - remainingPages, totalPages);
      return STEP_PAGES;
    },
  });
}
