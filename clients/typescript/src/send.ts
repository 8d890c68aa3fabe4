import { AnimalStoreError } from './error.js';
import { retry, type RetryOptions } from './retry.js';

/** The longest body, in bytes. A page of 100 animals has at most 150 KiB. */
const MAX_BODY = 1 << 20;

/**
 * Sends a request with retries and returns the response if it is JSON and a success.
 * @throws AnimalStoreError otherwise, or the reason of the request's signal when that aborts
 */
export function send(request: Request, options: RetryOptions): Promise<Response> {
  return retry((signal) => sendOnce(request.clone(), signal), options, request.signal);
}

async function sendOnce(request: Request, signal: AbortSignal): Promise<Response> {
  const requestId = request.headers.get('X-Request-Id') ?? '';
  let response: Response;
  let text: string;
  try {
    response = await fetch(request, { signal });
    text = await read(response, requestId); // read here: a connection can also break in the middle of a body
  } catch (cause) {
    if (cause instanceof AnimalStoreError) throw cause;
    throw new AnimalStoreError('No complete response arrived.', { code: 'connection_lost', requestId, cause });
  }
  if (response.ok && isJson(response)) return new Response(text, response);
  throw failureOf(response, text, requestId);
}

/** @throws AnimalStoreError for a body that is longer than any of the service */
async function read({ body, status }: Response, requestId: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) {
      const message = `The response is not one of the animal store: it is longer than ${MAX_BODY} bytes.`;
      throw new AnimalStoreError(message, { status, requestId, code: 'unexpected_response' });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function failureOf(response: Response, text: string, requestId: string): AnimalStoreError {
  const { status, headers } = response;
  const details = { status, requestId, retryAfterMs: retryAfterMs(headers.get('Retry-After')) };
  const { code, message } = isJson(response) ? parseError(text) : {};
  if (typeof code === 'string' && typeof message === 'string')
    return new AnimalStoreError(message, { ...details, code });
  const type = headers.get('Content-Type') ?? 'no Content-Type';
  return new AnimalStoreError(`The response is not one of the animal store: status ${status}, ${type}.`, {
    ...details,
    code: 'unexpected_response',
  });
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('Content-Type') ?? '');
}

function parseError(text: string): { readonly code?: unknown; readonly message?: unknown } {
  try {
    return Object(JSON.parse(text)) as object; // an object also for null and other values
  } catch {
    return {};
  }
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
