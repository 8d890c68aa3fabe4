import { constants } from 'node:os';
import { banner } from './banner.js';
import { commandName, isRunByNpm, readConfig } from './config.js';
import { LogOutput } from './log-output.js';
import { createLogger, prettyFormat } from './logging.js';
import { Service } from './service.js';
import { write } from '../adapters/inbound/cli/output.js';

/** How often the service checks whether the shell of npm still runs, in milliseconds. */
const PARENT_INTERVAL = 500;

/**
 * Runs the service until a signal stops it; resolves once the service is prepared, or tries that in the background.
 * @param warnings what else is wrong with the variables
 * @throws ConfigError
 */
export async function serve(warnings: readonly string[]): Promise<void> {
  const config = readConfig();
  const isPretty = (config.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty';
  const format = isPretty ? await prettyFormat() : undefined;
  // Reading process.stdout makes a pipe non-blocking.
  const output = new LogOutput(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines lost'), format);
  const logger = createLogger(config.logLevel, output);
  for (const warning of warnings) logger.warn(warning);
  const onReady = async (url: string, key: string | undefined) => {
    if (key === undefined && !isPretty) return;
    await output.flushed(); // The terminal shows the text below the log.
    await write(process.stderr, banner(config, url, key, commandName()));
  };
  const stopping = new AbortController();
  const starting = Service.start(config, logger, onReady, stopping.signal);
  const stop = stopOnSignal(starting, stopping, output);
  if (isRunByNpm()) stopWithoutParent(stop);
  const service = await starting;
  await service.prepared;
}

/**
 * Stops the service at the first signal and ends the process at the second, unless that is SIGHUP: a terminal that is
 * closed may send several.
 * @returns stops the service unless it stops already
 */
function stopOnSignal(starting: Promise<Service>, stopping: AbortController, output: LogOutput): () => void {
  function stop(): void {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // `serve` reports a failed start. Without process.exit, a connection that hangs would keep the process running.
    void starting
      .then((service) => service.stop())
      .then(() => output.end())
      .then(() => process.exit())
      .catch(() => undefined);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && signal !== 'SIGHUP') process.exit(128 + constants.signals[signal]); // A shell uses this exit code for the signal.
      stop();
    });
  }
  return stop;
}

/**
 * Stops the service when its parent has ended. npm passes a SIGTERM to the shell that it started, and the shell ends
 * without passing the signal on: the service would keep the port and the database. On Windows, which has no such
 * signal, the parent of a process never changes.
 */
function stopWithoutParent(stop: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_INTERVAL).unref();
}
