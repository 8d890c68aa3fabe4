import { constants } from 'node:os';
import { banner } from './banner.js';
import { commandName, readConfig } from './config.js';
import { LogOutput } from './log-output.js';
import { createLogger, prettyFormat } from './logging.js';
import { Service } from './service.js';

/** Runs the service until a signal stops it; resolves once the service listens. @throws ConfigError */
export async function serve(): Promise<void> {
  const config = readConfig();
  const isPretty = (config.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty';
  const format = isPretty ? await prettyFormat() : undefined;
  // Reading process.stdout makes a pipe non-blocking.
  const output = new LogOutput(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines lost'), format);
  const logger = createLogger(config.logLevel, output);
  const starting = Service.start(config, logger, (url, key) => {
    if (key === undefined && !isPretty) return;
    const text = banner(config, url, key, commandName());
    logger.flush(() => process.stderr.write(text)); // The terminal shows this text below the log.
  });
  stopOnSignal(starting);
  await starting;
}

/** Stops the service at the first signal and ends the process at the second. */
function stopOnSignal(starting: Promise<Service>): void {
  let isStopping = false;
  function stop(signal: NodeJS.Signals): void {
    if (isStopping) process.exit(128 + constants.signals[signal]); // A shell uses this exit code for the signal.
    isStopping = true;
    // `serve` reports a failed start. Without process.exit, a connection that hangs would keep the process running.
    void starting
      .then((service) => service.stop())
      .then(() => process.exit())
      .catch(() => undefined);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
