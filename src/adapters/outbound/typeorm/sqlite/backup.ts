import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DomainError } from '../../../../domain/errors.js';
import type { OnBackupProgress } from '../../storage.js';
import { requireFile } from './file.js';

/** How many pages are copied before others have their turn. */
const PAGES = 1000;

/** As `StorageTarget.backup`. The file appears under its name when it is complete; one that exists stays as it is. */
export async function backUp(source: string, file: string, onProgress: OnBackupProgress): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw new DomainError('already_exists', `${target} exists. Name a new file.`);
  const partial = `${target}.partial`;
  await createNew(partial);
  const removePartial = () => rmSync(partial, { force: true });
  process.once('exit', removePartial); // a signal may end the process
  try {
    await copyAndCheck(resolve(source), partial, onProgress);
    await rename(partial, target);
  } catch (cause) {
    throw new DomainError('unavailable', `There is no backup: ${target} was not written.`, { cause });
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
}

/** Accessible to its owner only. SQLite reads an empty file as an empty database. */
async function createNew(partial: string): Promise<void> {
  try {
    await (await open(partial, 'wx', 0o600)).close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isTaken = existsSync(partial);
    const advice = isTaken ? ' Another backup writes it, or one was cut off: then remove it.' : '';
    throw new DomainError(isTaken ? 'already_exists' : 'unavailable', `${reason}.${advice}`);
  }
}

async function copyAndCheck(source: string, partial: string, onProgress: OnBackupProgress): Promise<void> {
  await requireFile(source);
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const original = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    // One snapshot: without it, each write of the service would begin the copy anew.
    original.exec('BEGIN');
    original.pragma('schema_version');
    const { totalPages } = await original.backup(partial, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES;
      },
    });
    onProgress(totalPages, totalPages);
  } finally {
    original.close();
  }
  const copy = new BetterSqlite3(partial);
  try {
    copy.pragma('journal_mode = DELETE'); // no further files
    const result = String(copy.pragma('integrity_check(1)', { simple: true }));
    if (result !== 'ok') throw new Error(`the copy is damaged: ${result}`);
  } finally {
    copy.close();
  }
}
