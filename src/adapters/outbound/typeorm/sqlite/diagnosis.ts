import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { QueryRunner } from 'typeorm';
import type { Finding } from '../../../../domain/ports/store.js';
import { finding, select } from '../finding.js';
import { freeBytes, isChangeable, LEAST_ROOM } from './file.js';

/** The bits of a file mode that give rights to the group or to everyone (POSIX, sys/stat.h). */
const OTHER_USERS = 0o077;

/** Runs the checks of `doctor` that only SQLite has. */
export async function diagnoseSqlite(runner: QueryRunner, path: string): Promise<Finding[]> {
  const fault = await runner.query('BEGIN IMMEDIATE').then(
    () => runner.query('ROLLBACK').then(() => undefined),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const writeFault = fault ?? (isChangeable(path) ? undefined : 'it or its disk is read-only');
  const [{ encoding } = {}] = await select(runner, 'PRAGMA encoding');
  const [{ quick_check: integrity } = {}] = await select(runner, 'PRAGMA quick_check(1)');
  const structure = `PRAGMA quick_check answers: ${String(integrity)}.`;
  return [
    finding(
      'rights',
      'The file can be written.',
      writeFault !== undefined && `The file cannot be written: ${writeFault}.`,
      'Let the user of the service write the file and its folder, on a disk that is not read-only, and stop other writers.',
    ),
    findRoom(path),
    await findReaders(path),
    finding(
      'character set',
      'The encoding is UTF-8.',
      encoding !== 'UTF-8' && `The encoding is ${String(encoding)}.`,
      'Copy the store to a new file with animal-store copy.',
    ),
    finding('file', structure, integrity !== 'ok' && structure, 'Restore a backup.'),
  ];
}

function findRoom(path: string): Finding {
  const free = freeBytes(path);
  const message = `${Math.floor(free / (1 << 20))} MiB are free on the disk of the file.`;
  return finding(
    'room',
    message,
    free < LEAST_ROOM && message,
    'Make room on the disk: without room, writes are refused.',
  );
}

/** The file holds password hashes and sessions, so no other user of the machine may read it or list its folder. */
async function findReaders(path: string): Promise<Finding> {
  const open: string[] = [];
  const file = await realpath(path); // SQLite creates its other files in the folder of a link's target
  for (const place of new Set([dirname(path), dirname(file), file, `${file}-wal`, `${file}-shm`])) {
    const mode = await stat(place).then(
      (stats) => stats.mode,
      () => 0, // SQLite deletes the last two when it closes the file
    );
    if ((mode & OTHER_USERS) !== 0) open.push(place);
  }
  return finding(
    'privacy',
    'Only the owner has access.',
    open.length > 0 && `Other users have access to ${open.join(', ')}.`,
    'Run chmod 700 on the folder and chmod 600 on the files.',
  );
}
