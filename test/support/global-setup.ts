import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the folder in which the test files of a run find what one of them has started for all (`onceARun`). Nothing is
 * started here, so that a file which needs no server and no other process waits for none. When the run ends, also by a
 * signal, the servers end and their folders are removed.
 */
export default function globalSetup(): void {
  const run = mkdtempSync(join(tmpdir(), 'animal-store-run-'));
  process.env.TEST_RUN = run;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  process.once('exit', () => {
    for (const name of readdirSync(run).filter((file) => file.endsWith('.json'))) {
      // The files were written by `onceARun`.
      const { pid, folder } = JSON.parse(readFileSync(join(run, name), 'utf8')) as { pid?: number; folder?: string };
      if (pid !== undefined) end(pid);
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
    rmSync(run, { recursive: true, force: true });
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
