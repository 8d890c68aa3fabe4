import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * A folder for stores whose power no test cuts. It is in memory if there is room, because SQLite and MariaDB would
 * otherwise wait for the disk most of the time.
 */
export const MEMORY = freeBytes('/dev/shm') > 2 ** 30 ? '/dev/shm' : tmpdir();

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0; // there is no such folder
  }
}
