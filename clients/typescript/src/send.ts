import { AnimalStoreError, unexpectedResponse } from './error.js';
import { parseJson } from './json.js';
import { retry, type RetryOptions } from './retry.js';

/** The longest body, in bytes. A page of 100 animals has at most 150 KiB. */
const MAX_BODY = 1 << 20;

/** A request, the same in every attempt. */
export interface Call {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status of a success. */
  readonly success: number;
  readonly requestId: string;
}

export interface Answer {
  /** The JSON of the body; see `parseJson`. */
  readonly value: unknown;
  readonly link: string | null;
}

/**
 * Sends a request with retries and returns what the response of a success holds.
 * @throws AnimalStoreError for every other outcome, or the reason of the signal when that aborts
 */
export function send(call: Call, options: RetryOptions, signal?: AbortSignal): Promise<Answer> {
  return retry((attempt) => sendOnce(call, attempt), options, signal);
}

async function sendOnce({ url, method, headers, body, success, requestId }: Call, signal: AbortSignal) {
  const init: RequestInit = {
    method,
    headers: { ...headers, 'X-Request-Id': requestId },
    redirect: 'manual', // fetch would follow a redirected POST with a GET
    credentials: 'omit', // the API uses no cookies
    signal,
    ...(body !== undefined && { body }),
  };
  let response: Response;
  let bytes: Blob;
  try {
    response = await fetch(url, init);
    bytes = await read(response, requestId); // read here: a connection can also break in the middle of a body
  } catch (cause) {
    if (cause instanceof AnimalStoreError) throw cause;
    throw new AnimalStoreError('No complete response arrived.', { code: 'connection_lost', requestId, cause });
  }
  return answerOf(response, await bytes.arrayBuffer(), success, requestId);
}

/** @throws AnimalStoreError for a body that is longer than any of the service */
async function read({ body, status }: Response, requestId: string): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) throw unexpectedResponse(`it is longer than ${MAX_BODY} bytes`, { status, requestId });
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** @throws AnimalStoreError for a response that is not the success */
function answerOf(response: Response, bytes: ArrayBuffer, success: number, requestId: string): Answer {
  const { headers } = response;
  const status = response.status === 0 ? undefined : response.status; // a browser hides a redirect behind 0
  const details = { status, requestId, retryAfterMs: retryAfterMs(headers.get('Retry-After')) };
  const type = headers.get('Content-Type') ?? 'no Content-Type';
  if (!/^application\/json\b/i.test(type)) {
    throw unexpectedResponse(`status ${status ?? 'hidden'}, ${type}`, details);
  }
  let value: unknown;
  try {
    value = parseJson(decode(bytes));
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw unexpectedResponse(`status ${status ?? 'hidden'}, and its body ${what}`, { ...details, cause });
  }
  if (status === success) return { value, link: headers.get('Link') };
  if (!response.ok && isError(value)) throw new AnimalStoreError(value.message, { ...details, code: value.code });
  throw unexpectedResponse(`status ${status ?? 'hidden'}, and its body is not an error`, details);
}

/** @throws Error for bytes that are not UTF-8 */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('is not UTF-8', { cause });
  }
}

function isError(value: unknown): value is { readonly code: string; readonly message: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message }: { code?: unknown; message?: unknown } = value;
  return typeof code === 'string' && typeof message === 'string';
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
