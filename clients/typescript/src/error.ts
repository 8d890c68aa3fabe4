/** What is known about a failed call. */
export interface Failure {
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId: string;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed: the service refused it, could not answer, or could not be reached. */
export class AnimalStoreError extends Error {
  override readonly name = 'AnimalStoreError';

  /**
   * Says to a program what happened: a code of the service, which can add new ones, or one of this client.
   * `connection_lost`: no complete response arrived. `unexpected_response`: something else than the service answered,
   * such as a proxy. `invalid_request` without a status: the client did not send the request, since no service takes it.
   */
  readonly code: string;

  /** The HTTP status; `undefined` where no complete response arrived, or where a browser hides a redirect. */
  readonly status: number | undefined;

  /** The `X-Request-Id` of the call, in the log of the service. Every attempt of one call has the same. */
  readonly requestId: string;

  /** What `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { code, status, requestId, retryAfterMs, cause }: Failure) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The error for a call that no service takes. No attempt carries its request id. */
export function notSent(why: string, cause?: unknown): AnimalStoreError {
  const requestId = crypto.randomUUID();
  return new AnimalStoreError(`The request was not sent: ${why}.`, { code: 'invalid_request', requestId, cause });
}

/** The error for a response that the animal store never sends. */
export function unexpectedResponse(what: string, details: Omit<Failure, 'code'>): AnimalStoreError {
  return new AnimalStoreError(`The response is not one of the animal store: ${what}.`, {
    ...details,
    code: 'unexpected_response',
  });
}
