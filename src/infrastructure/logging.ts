import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Config } from './config.js';
import { reasonOf } from './explain.js';
import { errorResponse } from '../adapters/inbound/http/http-errors.js';
import { isProbe } from '../adapters/inbound/http/api/probes.js';
import type { RequestRecord } from '../adapters/inbound/http/state.js';
import type { AuditEvent, AuditLog } from '../domain/ports/security.js';
import { DomainError } from '../domain/errors.js';

type Fields<Name extends string, Type> = Readonly<Partial<Record<Name, Type | undefined>>>;

/** The fields of all lines. Each has one type, since Elasticsearch drops a line whose field has another type than before. */
type LogFields = Fields<
  'requestId' | 'traceId' | 'method' | 'route' | 'path' | 'code' | 'keyPrefix' | 'address',
  string
> &
  Fields<'event' | 'reason' | 'petStatus' | 'url' | 'database', string> &
  Fields<'status' | 'durationMs' | 'retryInMs' | 'lines', number> &
  Fields<'account' | 'pet', bigint> &
  Fields<'aborted', boolean> &
  Fields<'changes', readonly string[]> &
  Fields<'err', unknown>; // `describeError` gives every error one form.

type Log = (fields: LogFields | string, message?: string) => void;

export type Logger = Pick<PinoLogger, 'flush' | 'isLevelEnabled'> &
  Readonly<Record<'debug' | 'info' | 'warn' | 'error', Log>>;

export function createLogger(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, account: exactNumber, pet: exactNumber },
    },
    destination,
  );
}

export async function prettyFormat(): Promise<(line: string) => string> {
  const { isColorSupported, prettyFactory } = await import('pino-pretty');
  return prettyFactory({
    colorize: isColorSupported,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    ignore: 'method,route,status,durationMs', // These are part of the message.
    messageFormat: ({ msg, method, route = '(no route)', status = '(no response)', durationMs }) =>
      typeof method === 'string' ? [method, route, status, durationMs, 'ms'].join(' ') : String(msg),
  });
}

/** pino writes a BigInt only after it has caught the error of JSON.stringify. */
function exactNumber(id: bigint): number | bigint {
  return id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

/** The error codes of a connection that its client closed early. */
const DISCONNECTED = /^(?:ECONNRESET|EPIPE|ERR_STREAM_(?:PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE))$/;

export class ServiceLog implements AuditLog {
  constructor(private readonly logger: Logger) {}

  record({ event, accountId, keyPrefix, pet, address, reason }: AuditEvent): void {
    const line = { event, account: accountId, keyPrefix, pet: pet?.id, petStatus: pet?.status, address, reason };
    this.logger.info(line, pet === undefined ? 'authentication event' : 'change of an animal');
  }

  /**
   * Logs one line for each request, without its key and body. Successful probes arrive every few seconds, so they are
   * logged at debug. A path without a route may hold any text, so it is logged only at that level.
   */
  readonly observe = (record: RequestRecord): void => {
    const { requestId, traceId, method, route, path, status, duration, aborted, accountId, keyPrefix, address, error } =
      record;
    const code = error === undefined ? undefined : errorResponse(error).code;
    const line = {
      requestId,
      traceId,
      method,
      route,
      path: this.logger.isLevelEnabled('debug') ? path : undefined,
      status,
      durationMs: Math.round(duration * 100) / 100,
      account: accountId,
      keyPrefix,
      address,
      aborted: aborted || undefined,
      code,
    };
    if (status === 200 && route !== undefined && isProbe(route)) this.logger.debug(line, 'request');
    else if (status === undefined || status < 500) this.logger.info(line, 'request');
    else if (code === 'internal_error') this.logger.error({ ...line, err: error }, 'request failed');
    else this.logger.warn({ ...line, err: error }, 'request refused');
  };

  /** For errors that no response can report any more. */
  readonly onError = (error: unknown, requestId: string): void => {
    const isExpected = error instanceof Error && 'code' in error && DISCONNECTED.test(String(error.code));
    if (isExpected) this.logger.debug({ requestId, err: error }, 'client disconnected');
    else this.logger.error({ requestId, err: error }, 'response failed');
  };
}

/** An error of a driver also has the statement and its values, which are not logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  if (error instanceof DomainError) return { message, ...(cause instanceof Error && { reason: reasonOf(cause) }) };
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}
