import { AnimalStoreError, unexpectedResponse, type Failure } from './error.js';
import { parseJson } from './json.js';
import { read, type Schemas } from './read.js';
import { retry, type RetryOptions } from './retry.js';

/** The longest body, in bytes. A page of 100 animals has at most 150 KiB. */
const MAX_BODY = 1 << 20;

/** A request, the same in every attempt, and the response of a success. */
export interface Call<Name extends keyof Schemas> {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status of a success. */
  readonly success: number;
  /** The schema of the body of a success. */
  readonly schema: Name;
}

export interface Answer<T> {
  readonly value: T;
  readonly link: string | null;
  /** For an error about the answer. */
  readonly details: Details;
}

type Details = Omit<Failure, 'code'>;

/**
 * Sends a request with retries and returns what the response of a success holds.
 * @throws AnimalStoreError for every other outcome, or the reason of the signal when that aborts
 */
export function send<Name extends keyof Schemas>(
  call: Call<Name>,
  options: RetryOptions,
  signal?: AbortSignal,
): Promise<Answer<Schemas[Name]>> {
  const requestId = crypto.randomUUID();
  return retry((attempt) => sendOnce(call, requestId, attempt), options, signal);
}

async function sendOnce<Name extends keyof Schemas>(call: Call<Name>, requestId: string, signal: AbortSignal) {
  const { url, method, headers, body } = call;
  const sent = { ...headers, 'X-Request-Id': requestId };
  const init: RequestInit = {
    method,
    headers: sent,
    redirect: 'manual', // fetch would follow a redirected POST with a GET
    credentials: 'omit', // the API uses no cookies
    signal,
    ...(body !== undefined && { body }),
  };
  let response: Response;
  let bytes: Blob;
  try {
    response = await fetch(url, init);
    bytes = await bodyOf(response, requestId); // read here: a connection can also break in the middle of a body
  } catch (cause) {
    if (cause instanceof AnimalStoreError) throw cause;
    const message = `No complete response arrived.${preflightHint(url, Object.keys(sent))}`;
    throw new AnimalStoreError(message, { code: 'connection_lost', requestId, cause });
  }
  return answerOf(call, response, await bytes.arrayBuffer(), requestId);
}

/** A browser gives a script the same error for a lost connection and for a preflight request that was refused. */
function preflightHint(url: string, headers: readonly string[]): string {
  const runtime: { readonly location?: { readonly origin: string } } = globalThis; // only browsers have a location
  const origin = runtime.location?.origin;
  if (origin === undefined || origin === new URL(url).origin) return '';
  const needed = `the origin ${origin} and the headers ${headers.join(', ')}`;
  return ` If the console shows a CORS error, the service, or a gateway before it, does not allow ${needed}.`;
}

/** @throws AnimalStoreError for a body that is longer than any of the service */
async function bodyOf({ body, status }: Response, requestId: string): Promise<Blob> {
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
function answerOf<Name extends keyof Schemas>(
  { success, schema }: Call<Name>,
  response: Response,
  bytes: ArrayBuffer,
  requestId: string,
): Answer<Schemas[Name]> {
  const { headers } = response;
  const status = response.status === 0 ? undefined : response.status; // a browser hides a redirect behind 0
  const details = { status, requestId, retryAfterMs: retryAfterMs(headers.get('Retry-After')) };
  const value = jsonOf(headers.get('Content-Type'), bytes, details);
  if (status === success) return { value: resultOf(schema, value, details), link: headers.get('Link'), details };
  if (!response.ok && isError(value)) throw new AnimalStoreError(value.message, { ...details, code: value.code });
  throw unexpectedResponse(`status ${status ?? 'hidden'}, and its body is not an error`, details);
}

/** @throws AnimalStoreError for a body that is not JSON */
function jsonOf(type: string | null, bytes: ArrayBuffer, details: Details): unknown {
  const status = `status ${details.status ?? 'hidden'}`;
  if (type === null || !/^application\/json[\t ]*(;|$)/i.test(type)) {
    throw unexpectedResponse(`${status}, ${type ?? 'no Content-Type'}`, details);
  }
  try {
    return parseJson(decode(bytes));
  } catch (cause) {
    throw unexpectedResponse(`${status}, and its body ${messageOf(cause)}`, { ...details, cause });
  }
}

/** @throws AnimalStoreError for a value that is not of the schema */
function resultOf<Name extends keyof Schemas>(schema: Name, value: unknown, details: Details): Schemas[Name] {
  try {
    return read(schema, value);
  } catch (cause) {
    throw unexpectedResponse(`in its body ${messageOf(cause)}`, { ...details, cause });
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
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

/**
 * RFC 9110, 10.2.3: seconds, or a date, which begins with the name of a day. Without that condition Date.parse would read
 * other numbers as a year.
 */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0);
}
