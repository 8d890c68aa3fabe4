import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * A folder for stores that no test takes the power away from: in memory where there is room. SQLite and MariaDB would wait
 * for the disk most of the time.
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
