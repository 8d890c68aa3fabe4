import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

// Any worker may get the connection of a scrape. It asks the supervisor, which collects from all workers.

interface Request {
  readonly metricsRequest: number;
}

interface Reply {
  readonly metricsReply: number;
  /** Absent if a worker did not answer in time. */
  readonly text?: string;
}

/** Lets workers ask this process, the supervisor, for the metrics of all workers. */
export function answerMetricsRequests(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: Partial<Request>) => {
    const { metricsRequest } = message;
    if (metricsRequest === undefined) return;
    aggregator
      .clusterMetrics()
      .then(
        (text): Reply => ({ metricsReply: metricsRequest, text }),
        (): Reply => ({ metricsReply: metricsRequest }),
      )
      .then((reply) => worker.isConnected() && worker.send(reply))
      .catch(() => undefined); // the worker has ended
  });
}

/** In a worker. @returns a function that reads the metrics of all workers, in the Prometheus text format */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry(); // listens for the supervisor's collection
  const pending = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  process.on('message', ({ metricsReply, text }: Partial<Reply>) => {
    if (metricsReply === undefined) return;
    pending.get(metricsReply)?.(text);
    pending.delete(metricsReply);
  });
  return () =>
    new Promise((resolve, reject) => {
      pending.set(++last, (text) => {
        if (text === undefined) reject(new Error('a worker did not report its metrics in time'));
        else resolve(text);
      });
      process.send?.({ metricsRequest: last } satisfies Request);
    });
}
