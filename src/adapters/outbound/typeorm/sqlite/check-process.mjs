// Reads a whole SQLite file in a process of its own, because JavaScript cannot interrupt SQLite, and a process can be
// killed. This process never ends normally, because closing the file would write its WAL into it. It is killed by its
// parent, or kills itself when the parent is gone.
// Parameters: the file, the PRAGMA, and whether no other program may have the file open.
// Messages: `{ started: true }`, then `{ found }` with what the PRAGMA says, or `{ error }`; or `{ shared: true }`.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) watch();
else await check(...workerData);

function watch() {
  // A terminal and systemd send a signal to this process, too. The program that started it decides.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const worker = new Worker(new URL(import.meta.url), { workerData: process.argv.slice(2) });
  worker.on('message', (message) => process.send(message));
}

async function check(path, pragma, alone) {
  let file;
  const isAlone = alone === 'true';
  try {
    const { default: BetterSqlite3 } = await import('better-sqlite3');
    file = new BetterSqlite3(path, { readonly: !isAlone, fileMustExist: true, timeout: 0 });
    if (isAlone && !tryLock(file)) {
      parentPort.postMessage({ shared: true });
    } else {
      parentPort.postMessage({ started: true });
      parentPort.postMessage({ found: String(file.pragma(`${pragma}(1)`, { simple: true })) });
    }
  } catch ({ code, message }) {
    parentPort.postMessage({ error: { code, message } });
  }
  // This keeps the thread, and what it has opened, until the process is killed. The end of a thread closes its files.
  parentPort.on('message', () => file);
}

/** Keeps every other program from the file, unless one has it open. */
function tryLock(file) {
  file.pragma('locking_mode = EXCLUSIVE');
  try {
    file.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (/^SQLITE_BUSY(_|$)/.test(error.code)) return false;
    throw error;
  }
}
