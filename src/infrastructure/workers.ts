import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

/** Milliseconds before an ended worker is replaced; doubles from the first to the last while workers keep ending. */
const BACK_OFF = { first: 100, last: 5000 } as const;

/** The lifetime in milliseconds from which a worker counts as healthy, so that its end does not lengthen the back-off. */
const HEALTHY = 10_000;

/**
 * Runs this program in several processes that share its ports, and replaces those that end, until a signal or a fatal
 * exit code stops it. A second signal kills the workers.
 * @param fatal exit codes of workers that would fail again
 * @returns the exit code: that of the worker that failed fatally, else 0
 */
export function superviseWorkers(count: number, fatal: readonly number[], logger: Logger): Promise<number> {
  return new Promise((resolve) => {
    const supervisor = new Supervisor(fatal, logger, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => supervisor.stop());
    for (let each = 0; each < count; each++) supervisor.start(BACK_OFF.first);
  });
}

class Supervisor {
  private readonly restarts = new Set<NodeJS.Timeout>();
  private isStopping = false;
  private exitCode = 0;

  constructor(
    private readonly fatal: readonly number[],
    private readonly logger: Logger,
    private readonly ended: (exitCode: number) => void,
  ) {}

  /** @param waitMs before this worker is replaced */
  start(waitMs: number): void {
    const worker = cluster.fork();
    const started = performance.now();
    this.logger.info({ worker: worker.process.pid }, 'worker started');
    worker.once('exit', (code: number | null, signal: string | null) => {
      const end = { worker: worker.process.pid, code, signal };
      if (code !== null && this.fatal.includes(code)) {
        this.exitCode = code;
        if (!this.isStopping) this.stop(); // a second call would kill the workers that drain
      }
      if (!this.isStopping) {
        this.replace(end, performance.now() - started > HEALTHY ? BACK_OFF.first : waitMs);
        return;
      }
      this.logger.info(end, 'worker ended');
      if (liveWorkers().length === 0) this.ended(this.exitCode);
    });
  }

  /** Lets the workers drain; kills them when called again. */
  stop(): void {
    const signal = this.isStopping ? 'SIGKILL' : 'SIGTERM';
    this.isStopping = true;
    for (const restart of this.restarts) clearTimeout(restart);
    for (const worker of liveWorkers()) worker.process.kill(signal);
    if (liveWorkers().length === 0) this.ended(this.exitCode);
  }

  private replace(end: object, waitMs: number): void {
    this.logger.error({ ...end, retryInMs: waitMs }, 'worker ended unexpectedly');
    const restart = setTimeout(() => {
      this.restarts.delete(restart);
      this.start(Math.min(2 * waitMs, BACK_OFF.last));
    }, waitMs);
    this.restarts.add(restart);
  }
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {})
    .filter((worker) => worker !== undefined)
    .filter((worker) => !worker.isDead());
}
