import { constants } from 'node:os';
import { readConfig } from './config.js';
import { EXIT } from './exit-codes.js';
import { createLogger } from './logging.js';
import { Service } from './service.js';
import { isWorker, superviseWorkers } from './workers.js';
import { callableUrl } from '../adapters/inbound/http/server/server.js';

/** Serves until a signal; fulfilled when it listens, or when the last worker has ended. @throws ConfigError */
export async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && !isWorker) {
    if (config.admin) (await import('./cluster-metrics.js')).answerMetricsRequests();
    process.exitCode = await superviseWorkers(config.workers, [EXIT.configuration, EXIT.software], logger);
    return;
  }
  const starting = Service.start(config, logger, showFirstKey);
  stopOnSignal(starting);
  try {
    await starting;
  } finally {
    process.channel?.unref(); // the channel to the supervisor must not keep a worker running
  }
}

/** Stops the service at the first signal and ends the process at the second. */
function stopOnSignal(starting: Promise<Service>): void {
  let isStopping = false;
  function stop(signal: NodeJS.Signals): void {
    if (isStopping) process.exit(128 + constants.signals[signal]); // the exit code of a shell for this signal
    isStopping = true;
    // A failed start is reported by serve. process.exit: what a storage that hangs left open must not keep the process.
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(),
        () => undefined,
      );
  }
  process.on('SIGTERM', stop);
  // A terminal sends SIGINT to every process of the group; the supervisor passes it on as SIGTERM.
  process.on('SIGINT', isWorker ? () => undefined : stop);
}

function showFirstKey(key: string, url: string): void {
  const base = `${callableUrl(url)}/v1`;
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  process.stderr.write(`
Created the account owner@localhost and an API key for it. The key is shown only once:

  ${key}

Add an animal, then list what is there:

  curl ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${base}/pets
  curl ${authorization} ${base}/pets

`);
}
