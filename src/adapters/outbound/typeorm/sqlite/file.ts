import { accessSync, constants, existsSync, realpathSync, statSync, type Stats } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { driverErrorOf, type DriverError } from '../errors.js';

/**
 * Creates a file and its folders for their owner only, unless they exist. SQLite gives its other files the same mode.
 * @returns whether the file is new
 */
export async function createFile(path: string): Promise<boolean> {
  if (existsSync(path)) return false;
  try {
    await createFolder(dirname(path));
    await (await open(path, 'a', 0o600)).close();
    return true;
  } catch (error) {
    throw new Error(`cannot create ${path}: ${driverErrorOf(error).message}${remedyFor(error, path)}`, {
      cause: error,
    });
  }
}

export function requireFile(path: string): void {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'a device'}, not a file`);
    accessSync(path, constants.R_OK);
  } catch (error) {
    const { code, message } = driverErrorOf(error);
    if (code === '') throw error;
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`, { cause: error });
    throw new Error(`cannot read ${path}: ${message}${remedyFor(error, path)}`, { cause: error });
  }
}

/**
 * Returns why this process cannot write the file, with the remedy, or `undefined` if nothing prevents it. The error has
 * the code of the system, such as EROFS for a disk that became read-only. Nothing is written.
 */
export function obstacleToWrites(path: string): Error | undefined {
  for (const place of placesOf(path)) {
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      const { code } = driverErrorOf(error);
      return Object.assign(new Error(`cannot write ${place}${remedyFor(error, place)}`), { code });
    }
  }
  return undefined;
}

/** What an operator does about an error of SQLite that concerns its file. */
const REMEDIES = [
  [/^SQLITE_(?:FULL$|IOERR_(?:WRITE|SHMSIZE)$)/, 'make room on its disk, or raise the quota'],
  [/^SQLITE_(?:CANTOPEN|IOERR|PROTOCOL|READONLY)(?:_|$)/, 'check its disk and whether the file was moved'],
] as const;

/** Adds the path of the file and the remedy to an error of SQLite that concerns its file. */
export function withPlace(error: DriverError, path: string): DriverError {
  const [, remedy] = REMEDIES.find(([codes]) => codes.test(error.code)) ?? [];
  if (remedy === undefined) return error;
  const obstacle = obstacleToWrites(path);
  return obstacle ? driverErrorOf(obstacle) : { ...error, message: `${error.message}: ${path}; ${remedy}` };
}

/** Returns the folder and the files of a store that exist. SQLite creates its other files beside the target of a link. */
function placesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const file = realpathSync(path);
  return [dirname(file), file, `${file}-wal`, `${file}-shm`].filter((place) => existsSync(place));
}

/**
 * Returns how an operator removes the cause of a failed access. A volume often belongs to the user of an earlier
 * process.
 */
function remedyFor(error: unknown, path: string): string {
  const user = process.geteuid?.();
  const { code } = driverErrorOf(error);
  if (code === 'EPERM' || code === 'EROFS') return '; make the file and its disk writable';
  if (code !== 'EACCES' || user === undefined) return '';
  const [place, found] = accessible(path);
  // The names of the journal's files begin with the name of the store.
  const files = found.isDirectory() ? place : `${place}*`;
  if (found.uid === user) return `; run chmod u+rwX ${files}`;
  const remedy = found.isDirectory() ? `chown -R ${user} ${place}` : `chown ${user} ${files}`;
  return `; ${place} belongs to user ${found.uid}, and this process is user ${user}: run ${remedy}`;
}

/** Returns the path, or the first folder above it that is accessible. */
function accessible(path: string): [place: string, found: Stats] {
  const found = statOf(path);
  return found === undefined ? accessible(dirname(path)) : [path, found];
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
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
