import { accessSync, constants, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NoDatabase } from '../../storage.js';
import { driverErrorOf, kindOf, type DriverError } from '../execution/failures.js';
import { ERRORS } from './error-codes.js';

/** Creates the file for its owner only; SQLite gives its other files the same mode. @returns whether the file is new */
export async function createFile(path: string): Promise<boolean> {
  if (existsSync(path)) return false;
  try {
    await createFolder(dirname(path));
    refuseForeignWal(path);
    await (await open(path, 'a', 0o600)).close();
    return true;
  } catch (error) {
    const { code, message } = driverErrorOf(error);
    throw new Error(`cannot create ${path}: ${message}${remedyFor(code)}`, { cause: error });
  }
}

export function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const { code, message } = driverErrorOf(error);
    if (code !== 'ENOENT') throw new Error(`cannot read ${path}: ${message}${remedyFor(code)}`, { cause: error });
    refuseForeignWal(path);
    throw obstacleToWrites(path) ?? new NoDatabase(`there is no file ${path}`);
  }
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'a device'}, not a file`);
  refuseForeignWal(path);
}

/** Returns the WAL beside a file if it is not empty, as it is while the file is open and after a crash. */
function walOf(path: string): string | undefined {
  const wal = `${targetOf(path)}-wal`;
  return (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0 ? wal : undefined;
}

/**
 * Refuses a WAL that was left from another file: SQLite would mix both, because nothing in a WAL names its file. A file
 * that is not in WAL mode, as a backup, has no WAL of its own.
 */
function refuseForeignWal(path: string): void {
  const wal = walOf(path);
  if (wal === undefined || isInWalMode(path)) return;
  throw new Error(`${wal} does not belong to ${path}; remove it if you have restored a backup, or put its file back`);
}

/** Reads the header of a file (https://sqlite.org/fileformat2.html, section 1.3.3). A missing file is not in WAL mode. */
function isInWalMode(path: string): boolean {
  if (!existsSync(path)) return false;
  const version = Buffer.alloc(1);
  // The descriptor stays open: closing it would end the locks of every other descriptor of the file in this process.
  readSync(openSync(path, 'r'), version, 0, 1, 18);
  return version[0] === 2;
}

/** Returns the file to which a path leads, because SQLite keeps its other files beside the target of a link. */
function targetOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Returns why the files of a database cannot be written, with the remedy and the code of the system, such as EROFS. Only
 * asks the system for the right to write.
 */
export function obstacleToWrites(path: string): Error | undefined {
  const file = targetOf(path);
  for (const place of [dirname(file), file, `${file}-wal`, `${file}-shm`]) {
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      const { code } = driverErrorOf(error);
      if (code !== 'ENOENT') return Object.assign(new Error(`cannot write ${place}${remedyFor(code)}`), { code });
    }
  }
  return undefined;
}

/** Adds the path of the file to an error of SQLite that concerns its file, or names what prevents writes to it. */
export function withPlace(error: DriverError, path: string): DriverError {
  const { means, remedy } = kindOf(error, ERRORS);
  if (remedy === undefined) return error;
  const obstacle = means === 'unusable' || means === 'damaged' ? undefined : obstacleToWrites(path);
  return obstacle ? driverErrorOf(obstacle) : { ...error, message: `${error.message}: ${path}` };
}

/** Returns the remedy for an error by which the system refuses access, as to a volume that belongs to another user. */
function remedyFor(code: string): string {
  if (!/^E(?:ACCES|PERM|ROFS)$/.test(code)) return '';
  const user = process.geteuid === undefined ? 'this user' : `user ${process.geteuid()}`;
  return `; make the file, its folder and its disk readable and writable for ${user}`;
}

/**
 * With the option `recursive`, Node.js reports a read-only disk as ENOENT, and tries without end on a file system that
 * refuses new folders with ENOENT, as /proc does.
 */
async function createFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await createFolder(dirname(path));
  await mkdir(path, 0o700).catch((error: unknown) => {
    if (driverErrorOf(error).code !== 'EEXIST') throw error; // Another process created the folder in the meantime.
  });
}
