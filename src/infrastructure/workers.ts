import cluster, { type Worker } from 'node:cluster';
import type { Logger } from './logging.js';

/** How long to wait before a worker is replaced, in milliseconds: doubling from the first to the last. */
const BACK_OFF = { first: 100, last: 5000 } as const;

/** A worker that lived longer than this, in milliseconds, was well: its end says nothing about the next. */
const WELL = 10_000;

/** Whether this process is a worker. */
export const isWorker = cluster.isWorker;

/**
 * Runs this program in several processes that share its port, and replaces those that end, until it is told to stop or a
 * worker says that it need not be started again.
 * @param hopeless exit codes of a worker that would only fail again
 * @returns the exit code: that of a hopeless worker, else 0
 */
export function superviseWorkers(count: number, hopeless: readonly number[], logger: Logger): Promise<number> {
  const waiting = new Set<NodeJS.Timeout>();
  let stopping = false;
  let exitCode = 0;

  return new Promise((resolve) => {
    function start(wait: number): void {
      const worker = cluster.fork();
      const started = performance.now();
      logger.info({ worker: worker.process.pid }, 'worker started');
      worker.once('exit', (code: number | null, signal: string | null) => {
        const end = { worker: worker.process.pid, code, signal };
        if (code !== null && hopeless.includes(code)) {
          exitCode = code;
          stop();
        }
        if (stopping) logger.info(end, 'worker ended');
        else replace(end, performance.now() - started > WELL ? BACK_OFF.first : wait);
        if (stopping && workers().length === 0) resolve(exitCode);
      });
    }

    function replace(end: object, wait: number): void {
      logger.error({ ...end, retryInMs: wait }, 'worker ended by itself');
      const timer = setTimeout(() => {
        waiting.delete(timer);
        start(Math.min(2 * wait, BACK_OFF.last));
      }, wait);
      waiting.add(timer);
    }

    function stop(): void {
      if (stopping) {
        for (const worker of workers()) worker.process.kill('SIGKILL');
        return;
      }
      stopping = true;
      for (const timer of waiting) clearTimeout(timer);
      for (const worker of workers()) worker.process.kill('SIGTERM');
      if (workers().length === 0) resolve(exitCode);
    }

    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    for (let each = 0; each < count; each++) start(BACK_OFF.first);
  });
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false) as Worker[]; // none is absent
}
