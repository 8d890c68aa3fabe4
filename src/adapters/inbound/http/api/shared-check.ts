/** How old an answer may be, in milliseconds. */
const MAX_AGE_MS = 1000;

/**
 * Callers share a running check, and its outcome for a second from its start. Probes need no key and are never refused for
 * load, so without it 32 connections that ask for nothing else would take the store's connections from everyone.
 */
export function sharedCheck(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly outcome: Promise<void>; readonly startedAt: number; isRunning: boolean } | undefined;
  return () => {
    if (last === undefined || (!last.isRunning && performance.now() - last.startedAt > MAX_AGE_MS)) {
      const current = { outcome: check(), startedAt: performance.now(), isRunning: true };
      const end = () => void (current.isRunning = false);
      current.outcome.then(end, end);
      last = current;
    }
    return last.outcome;
  };
}
