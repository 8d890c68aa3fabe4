import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface CheckOptions {
  /** The PRAGMA that reads the whole file. The default is `quick_check`, which does not compare indexes with tables. */
  readonly pragma?: 'quick_check' | 'integrity_check';
  /**
   * Whether no other program may have the file open. If one has, it has checked the file, and nothing is read. During
   * the check none can open the file, and the WAL of a crash stays beside it as it is.
   */
  readonly isAlone?: boolean;
  /** Ends the check at once. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the check begins, with a promise that resolves when it ends, and never rejects. */
  readonly onCheck?: ((end: Promise<void>) => void) | undefined;
}

/** What check-process.mjs sends. */
interface Message {
  readonly started?: true;
  readonly shared?: true;
  readonly found?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Reads the whole file in a process of its own, so that this one answers meanwhile and can stop. Rejects with an error
 * of SQLite, which has the code SQLITE_CORRUPT and names the first damage if there is some.
 */
export async function checkFile(path: string, options: CheckOptions = {}): Promise<void> {
  const { pragma = 'quick_check', isAlone = false, signal, onCheck } = options;
  signal?.throwIfAborted();
  const checker = fork(new URL('./check-process.mjs', import.meta.url), [path, pragma, String(isAlone)], {
    execArgv: [], // The options of this process are not for the other one.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => checker.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  let result: Message = {};
  const exit = once(checker, 'exit').finally(() => signal?.removeEventListener('abort', kill));
  const end = exit.then(
    () => undefined,
    () => undefined,
  );
  checker.on('message', (message: Message) => {
    if (message.started) return onCheck?.(end);
    result = message;
    kill();
  });
  // Only the end of the process gives its locks back. The arguments are those of the event `exit` of node:child_process.
  const [code, killedBy] = (await exit) as [number | null, string | null];
  signal?.throwIfAborted();
  const { shared, found, error } = result;
  if (shared === true || found === 'ok') return;
  if (found !== undefined) throw sqliteError('SQLITE_CORRUPT', found.replaceAll('\n', ' '));
  if (error !== undefined) throw sqliteError(error.code, error.message);
  throw new Error(`the check of ${path} ended early, by ${killedBy ?? `exit code ${code}`}`);
}

function sqliteError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
