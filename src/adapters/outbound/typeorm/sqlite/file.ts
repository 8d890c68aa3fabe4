import { existsSync } from 'node:fs';
import { access, constants, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { driverErrorOf } from '../errors.js';

/** Creates a file and its folders for their owner only, unless they exist. SQLite gives its other files the same mode. */
export async function createFile(path: string): Promise<void> {
  try {
    await createFolder(dirname(path));
    if (!existsSync(path)) await (await open(path, 'a', 0o600)).close();
  } catch (error) {
    const { code, message } = driverErrorOf(error);
    const owner = code === 'EACCES' ? await ownerOf(path) : '';
    throw new Error(`cannot create ${path}: ${message}${owner}`, { cause: error });
  }
}

export async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`there is no file ${path}`);
  if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'a device'}, not a file`);
  await access(path, constants.R_OK);
}

/** The owner of the path, or of the folder in which its first part is missing: a volume often belongs to another user. */
async function ownerOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return dirname(path) === path ? '' : ownerOf(dirname(path));
  return `; ${path} belongs to user ${found.uid}, and this process is user ${process.geteuid?.() ?? 'unknown'}`;
}

/** Not `recursive`: on a file system that refuses new folders with ENOENT, as /proc does, Node would try without end. */
async function createFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await createFolder(dirname(path));
  await mkdir(path, 0o700).catch((error: unknown) => {
    if (driverErrorOf(error).code !== 'EEXIST') throw error; // another process created it meanwhile
  });
}
