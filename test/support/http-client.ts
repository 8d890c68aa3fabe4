import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parse } from 'lossless-json';
import { TIMEOUT_MS } from './eventually.js';
import { checkResponse } from './openapi-oracle.js';

// There are two ways to call a server over a real socket. Both check every response against the wire contract.

export interface Answer {
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON with integers as BigInt; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** An array is sent as one header line for each value; `undefined` leaves out a header that would be sent otherwise. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface RawAnswer {
  readonly answers: readonly Answer[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

type Bytes = string | Uint8Array;

export function clientOf({ port, key }: { port: number; key: string }) {
  const agent = new Agent({ keepAlive: true });

  /** Sends the request with the server's key, unless `headers` have an Authorization. */
  async function send(method: string, target: string, headers: RequestHeaders = {}, body?: Bytes): Promise<Answer> {
    const all: RequestHeaders = { authorization: `Bearer ${key}`, ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const outgoing = request({ port, host: '127.0.0.1', agent, method, path: target, headers: sent });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]; // the types of Node.js have any here
    return checked(method, target, answerOf(response.statusCode ?? 0, response.rawHeaders, await buffer(response)));
  }

  /** Writes exactly these bytes on a new connection; resolves when the server closes it, or after `count` responses. */
  async function raw(bytes: Bytes | AsyncIterable<Bytes>, count = Infinity): Promise<RawAnswer> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const sent: Buffer[] = [];
    const received: Buffer[] = [];
    const outcome = new Promise<RawAnswer>((resolve, reject) => {
      const settle = (closed: boolean) => {
        try {
          const requests = requestLines(Buffer.concat(sent).toString('latin1'));
          const answers = parseResponses(Buffer.concat(received), requests);
          if (closed || answers.length >= count) resolve({ answers, closed });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk);
        settle(false);
      });
      socket.on('close', () => settle(true));
      socket.on('end', () => settle(true));
      socket.on('error', () => settle(true)); // after a reset, what arrived before it still counts
      socket.setTimeout(TIMEOUT_MS, () =>
        reject(new Error(`the server left the connection open: ${received.join('')}`)),
      );
    });
    await once(socket, 'connect');
    void (async () => {
      for await (const chunk of typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes) {
        sent.push(Buffer.from(chunk));
        if (!socket.writable) return;
        socket.write(chunk);
      }
    })();
    return outcome.finally(() => socket.destroy());
  }

  return {
    send,
    raw,
    get: (target: string, headers?: RequestHeaders) => send('GET', target, headers),
    /** Adds an animal. The body is sent as it is, as application/json. */
    post: (body: Bytes, headers?: RequestHeaders) =>
      send('POST', '/v1/pets', { 'content-type': 'application/json', ...headers }, body),
  };
}

/** Summarises an answer: its status and, for an error, the code and the message. */
export function outcome({ status, json }: Answer): string {
  if (status < 400 || typeof json !== 'object' || json === null) return String(status);
  return `${status} ${Reflect.get(json, 'code')}: ${Reflect.get(json, 'message')}`;
}

/** Returns the value of a JSON text with its integers as BigInt. */
export function exactJson(text: string): unknown {
  return parse(text, null, (number) => (/^-?\d+$/.test(number) ? BigInt(number) : Number(number)));
}

const JSON_TYPE = 'application/json; charset=utf-8';

function answerOf(status: number, rawHeaders: readonly string[], body: Buffer): Answer {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = String(rawHeaders[at]).toLowerCase();
    if (name in headers) throw new Error(`the response has the header ${name} twice`);
    headers[name] = String(rawHeaders[at + 1]);
  }
  const text = body.toString('utf8');
  const isJson = headers['content-type'] === JSON_TYPE && text !== '';
  return { status, headers, text, json: isJson ? exactJson(text) : undefined };
}

/** Checks responses of the API and errors against the OpenAPI document, and others for what is true of every response. */
function checked(method: string, target: string, answer: Answer): Answer {
  const { status, headers, text } = answer;
  if (status >= 400 || target === '/v1' || target.startsWith('/v1/')) {
    checkResponse(method, target, status, new Map(Object.entries(headers)), text);
    return answer;
  }
  const violations: string[] = [];
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(headers['x-request-id'] ?? '')) violations.push('X-Request-Id is missing');
  const caching = /^\/account\/\w+\.(css|js|svg)$/.test(target) ? 'no-cache' : 'no-store';
  if (headers['cache-control'] !== caching) violations.push(`Cache-Control must be ${caching}`);
  if (headers['x-content-type-options'] !== 'nosniff') violations.push('X-Content-Type-Options must be nosniff');
  if (
    headers['content-type'] === JSON_TYPE &&
    headers['content-security-policy'] !== "default-src 'none'; frame-ancestors 'none'"
  ) {
    violations.push('Content-Security-Policy must allow nothing on JSON');
  }
  for (const name of ['server', 'x-powered-by']) if (name in headers) violations.push(`${name} gives something away`);
  if (violations.length > 0) throw new Error(`${method} ${target} got ${status}: ${violations.join('; ')}\n${text}`);
  return answer;
}

/** Returns the method and the path of every request among these bytes. */
function requestLines(text: string): [string, string][] {
  return [...text.matchAll(/([A-Z]+) (\S+) HTTP\/\d/g)].map(([, method = '', target = '']) => [
    method,
    target.replace(/^https?:\/\/[^/]*/i, ''),
  ]);
}

/** Returns the complete responses at the start of these bytes. */
function parseResponses(bytes: Buffer, requests: readonly [string, string][]): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; ;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return answers;
    const [statusLine = '', ...lines] = bytes.subarray(at, headEnd).toString('latin1').split('\r\n');
    const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    if (code === undefined) throw new Error(`no status line: ${statusLine}`);
    const status = Number(code);
    const rawHeaders = lines.flatMap((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    at = headEnd + 4;
    if (status < 200) continue; // the response is 100 Continue
    const [method, target] = requests[answers.length] ?? requests.at(-1) ?? ['GET', '*'];
    const head = answerOf(status, rawHeaders, Buffer.alloc(0));
    if (head.headers['transfer-encoding'] !== undefined) throw new Error('a response of known length came in chunks');
    const length = method === 'HEAD' || status === 204 ? 0 : Number(head.headers['content-length']);
    if (bytes.length < at + length) return answers;
    answers.push(checked(method, target, answerOf(status, rawHeaders, bytes.subarray(at, at + length))));
    at += length;
  }
}
