import { existsSync, statfsSync, statSync, utimesSync } from 'node:fs';
import { access, constants, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { driverErrorOf } from '../errors.js';

/** Creates a file and its folders for their owner only, unless they exist. SQLite gives its other files the same mode. */
export async function createFile(path: string): Promise<void> {
  try {
    await createFolder(dirname(path));
    if (!existsSync(path)) await (await open(path, 'a', 0o600)).close();
  } catch (error) {
    throw new Error(`cannot create ${path}: ${driverErrorOf(error).message}${await remedyFor(error, path)}`, {
      cause: error,
    });
  }
}

export async function requireFile(path: string): Promise<void> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'a device'}, not a file`);
    await access(path, constants.R_OK);
  } catch (error) {
    const { code, message } = driverErrorOf(error);
    if (code === '') throw error;
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`, { cause: error });
    throw new Error(`cannot read ${path}: ${message}${await remedyFor(error, path)}`, { cause: error });
  }
}

/** The least free space on the disk that SQLite needs for its write-ahead log, in bytes. */
export const LEAST_ROOM = 16 << 20;

export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/**
 * Whether the file can still be changed. To find out, it sets the times of the file to their own values: SQLite still
 * gets its lock, and this process still has its rights, after a disk became read-only by an error or the file became
 * immutable.
 */
export function isChangeable(path: string): boolean {
  try {
    const { atime, mtime } = statSync(path);
    utimesSync(path, atime, mtime);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns how an operator removes the cause of a missing right. A volume often belongs to the user of an earlier
 * process.
 */
async function remedyFor(error: unknown, path: string): Promise<string> {
  const user = process.geteuid?.();
  if (driverErrorOf(error).code !== 'EACCES' || user === undefined) return '';
  const [place, owner] = await ownerOf(path);
  // The names of the journal's files begin with the name of the store.
  const remedy = place === path ? `chown ${user} ${place}*` : `chown -R ${user} ${place}`;
  return `; ${place} belongs to user ${owner}, and this process is user ${user}: run ${remedy}`;
}

/** Returns the owner of the path, or of the first folder above it that is accessible. */
async function ownerOf(path: string): Promise<[place: string, owner: number]> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? ownerOf(dirname(path)) : [path, found.uid];
}

/**
 * Creates a folder. The option `recursive` is not used, because on a file system that refuses new folders with ENOENT,
 * as /proc does, Node.js would try without end.
 */
async function createFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await createFolder(dirname(path));
  await mkdir(path, 0o700).catch((error: unknown) => {
    if (driverErrorOf(error).code !== 'EEXIST') throw error; // Another process created the folder in the meantime.
  });
}
