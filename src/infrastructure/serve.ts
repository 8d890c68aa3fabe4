import { constants } from 'node:os';
import { banner } from './banner.js';
import { commandName, isRunByNpm, readConfig } from './config.js';
import { LogOutput } from './log-output.js';
import { createLogger, prettyFormat } from './logging.js';
import { runService } from './service.js';
import { write } from '../adapters/inbound/cli/output.js';

/** How often the service checks whether the shell of npm still runs, in milliseconds. */
const PARENT_INTERVAL = 500;

/**
 * Runs the service until a signal stops it, and then ends the process.
 * @param warning what the log begins with
 * @throws ConfigError; the errors of `runService`
 */
export async function serve(warning: string | undefined): Promise<void> {
  const config = readConfig();
  const isPretty = (config.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty';
  const format = isPretty ? await prettyFormat() : undefined;
  // Reading process.stdout makes a pipe non-blocking.
  const output = new LogOutput(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines lost'), format);
  const logger = createLogger(config.logLevel, output);
  if (warning !== undefined) logger.warn(warning);
  const onReady = async (url: string, key: string | undefined) => {
    if (key === undefined && !isPretty) return;
    await output.flushed(); // The terminal shows the text below the log.
    await write(process.stderr, banner(config, url, key, commandName()));
  };
  await runService(config, logger, onReady, stopSignal());
  await output.end();
  process.exit(); // A connection that hangs would keep the process running.
}

/**
 * Returns a signal that stops the service: it is aborted by the first signal of the system. A second one ends the process,
 * unless that is SIGHUP: a terminal that is closed may send several.
 */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && signal !== 'SIGHUP') process.exit(128 + constants.signals[signal]); // A shell uses this exit code for the signal.
      stopping.abort();
    });
  }
  if (isRunByNpm()) stopWithoutParent(() => stopping.abort());
  return stopping.signal;
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
