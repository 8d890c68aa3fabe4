import { constants } from 'node:os';
import { readConfig } from './config.js';
import { EXIT } from './exit-codes.js';
import { createLogger } from './logging.js';
import { callableUrl } from '../adapters/inbound/http/server/server.js';
import { Service } from './service.js';
import { isWorker, superviseWorkers } from './workers.js';

/** Serves until a signal ends it; fulfilled once it serves. @throws ConfigError */
export async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && !isWorker) {
    process.exitCode = await superviseWorkers(config.workers, [EXIT.configuration, EXIT.software], logger);
    return;
  }
  const starting = Service.start(config, logger, showFirstKey);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(128 + constants.signals[signal]); // as a shell tells of a program that a signal ended
    isStopping = true;
    // A start that fails is told of below. What a store that hangs has left open must not keep the process.
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(),
        () => undefined,
      );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // A terminal sends it to every process, and it is the first one's to pass on.
  if (isWorker) process.removeAllListeners('SIGINT').on('SIGINT', () => undefined);
  try {
    await starting;
  } finally {
    process.channel?.unref(); // else a worker would stay for the sake of its wire to the first process
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function showFirstKey(key: string, url: string): void {
  const base = `${callableUrl(url)}/v1`;
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  process.stderr.write(`
An account, owner@localhost, was made, and an API key for it. The key is shown this once:

  ${key}

Add an animal, then list what is there:

  curl ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${base}/pets
  curl ${authorization} ${base}/pets

`);
}
