import { pino, type Logger } from 'pino';
import { errorResponse } from '../adapters/inbound/http/errors.js';
import type { RequestObserver } from '../adapters/inbound/http/observation.js';
import type { LogLevel } from './config.js';

export type { Logger };

/** One JSON object a line on standard output. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}

/** One line a request: what was asked, by whom, how it ended; never a key, never a body. */
export function requestLog(logger: Logger): RequestObserver {
  return ({ requestId, traceId, method, route, status, duration, aborted, accountId, keyPrefix, error }) => {
    const code = error === undefined ? undefined : errorResponse(error).code;
    const line = {
      requestId,
      traceId,
      method,
      route,
      status,
      durationMs: Math.round(duration * 100) / 100,
      account: accountId,
      keyPrefix,
      ...(aborted && { aborted }),
      code,
    };
    if (status < 500) logger.info(line, 'request');
    else if (code === 'internal_error') logger.error({ ...line, err: error }, 'request failed');
    else logger.warn({ ...line, ...reasonOf(error) }, 'request refused');
  };
}

/** Why the service could not answer: what the store's driver said, or else our own words, for which a stack says nothing. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  return error.cause === undefined ? { reason: error.message } : { err: error };
}

// An error of a driver carries the statement and its values: name, message and stack are all that is told of it.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}
