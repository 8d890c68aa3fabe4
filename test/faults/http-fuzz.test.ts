import { connect } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { callerOf, addition } from '../support/callers.js';
import { TIMEOUT_MS } from '../support/eventually.js';
import { cleanUp, serveWhenReady } from '../support/process.js';

afterAll(cleanUp);

/** The number of requests, unless FUZZ_REQUESTS is set. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const CONNECTIONS = 16;

/** The number of requests on one connection; the service closes it at the first one that is not HTTP. */
const BATCH = 4;

/** Mulberry32: enough to draw bytes, and the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Fuzzer {
  private readonly random: () => number;
  constructor(
    seed: number,
    private readonly key: string,
  ) {
    this.random = generator(seed);
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private oneOf<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** A request that is nearly right, with some of its bytes changed. */
  next(): Buffer {
    const body = this.oneOf([
      '{"name":"Rex","categoryId":1}',
      '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
      '{"name":"\\ud83d\\udc31","categoryId":-1}',
      '{"name":"Rex","name":"Rex","categoryId":1}',
      '[[[[[[[[{}]]]]]]]]',
      '{"name":null}',
      '',
      '\ufeff{}',
    ]);
    const method = this.oneOf([
      'GET',
      'GET',
      'POST',
      'POST',
      'POST',
      'HEAD',
      'OPTIONS',
      'PUT',
      'DELETE',
      'TRACE',
      'M-SEARCH',
    ]);
    const path = this.oneOf([
      ...['/v1/pets', '/v1/pets', '/v1/pets?limit=5', '/v1/pets?status=sold&limit=1', '/v1/pets/1', '/v1/pets/%31'],
      ...[
        '/v1/pets?cursor=AAAAAAAAAAABAAAAAA',
        '/v1',
        '/livez',
        '/nowhere',
        '*',
        'http://a/v1/pets',
        '/v1/pets/../pets',
      ],
    ] as [string, ...string[]]);
    const length = this.random() < 0.9 ? Buffer.byteLength(body) : this.below(200);
    const framing = this.oneOf([
      [`Content-Length: ${length}`, body],
      [`Content-Length: ${length}`, body],
      ['Transfer-Encoding: chunked', `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    ] as const);
    const [frame, sent] = method === 'POST' || method === 'PUT' ? framing : ['X-None: 0', ''];
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${this.key}`,
      'Content-Type: application/json',
      ...(this.random() < 0.3 ? [`Idempotency-Key: "${this.below(8)}"`] : []),
      ...(this.random() < 0.2
        ? [this.oneOf(['Accept: text/html', 'Expect: 100-continue', 'Connection: close', 'Accept: ,'])]
        : []),
      frame,
    ];
    const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent}`, 'utf8');
    return this.random() < 0.5 ? bytes : this.spoil(bytes);
  }

  private spoil(bytes: Buffer): Buffer {
    let spoilt = bytes;
    for (let changes = 1 + this.below(3); changes > 0; changes--) {
      const at = this.below(spoilt.length + 1);
      const [head, tail] = [spoilt.subarray(0, at), spoilt.subarray(at)];
      switch (this.below(6)) {
        case 0: // another byte
          spoilt = Buffer.concat([head, Buffer.from([this.below(256)]), tail.subarray(1)]);
          break;
        case 1: // one more
          spoilt = Buffer.concat([head, Buffer.from([this.below(256)]), tail]);
          break;
        case 2: // some less
          spoilt = Buffer.concat([head, tail.subarray(1 + this.below(8))]);
          break;
        case 3: // some twice
          spoilt = Buffer.concat([head, tail.subarray(0, this.below(40)), tail]);
          break;
        case 4: // one bit
          if (tail[0] !== undefined)
            spoilt = Buffer.concat([head, Buffer.from([tail[0] ^ (1 << this.below(8))]), tail.subarray(1)]);
          break;
        default: // many of one
          spoilt = Buffer.concat([head, Buffer.alloc(this.below(300), this.below(256)), tail]);
      }
    }
    return spoilt;
  }
}

it(`${REQUESTS} requests with changed bytes cause no 500, no hang and no crash (FUZZ_SEED=${SEED})`, async () => {
  const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:', LOG_LEVEL: 'info', REQUEST_DEADLINE: '5s' } });
  const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
  const port = Number(new URL(service.url).port);
  const statuses = new Map<string, number>();
  let left = REQUESTS;
  const silent: string[] = [];

  /** Sends some requests and then the end; resolves when the service has closed the connection as well. */
  function converse(requests: readonly Buffer[]): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const received: Buffer[] = [];
      socket.setTimeout(TIMEOUT_MS, () => {
        silent.push(Buffer.concat(requests).toString('latin1'));
        socket.destroy();
      });
      socket.on('error', () => undefined); // the service may end the connection while we still write
      socket.on('data', (bytes) => received.push(bytes));
      socket.on('end', () => socket.destroy());
      socket.on('close', () => {
        const text = Buffer.concat(received).toString('latin1');
        for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        resolve();
      });
      for (const each of requests) socket.write(each);
      socket.end();
    });
  }

  const call = callerOf(service.url, key);
  const fuzzers = Array.from({ length: CONNECTIONS }, (_, number) => new Fuzzer(SEED + number, key));
  await Promise.all(
    fuzzers.map(async (fuzzer) => {
      while (left > 0) {
        const count = Math.min(BATCH, left);
        left -= count;
        await converse(Array.from({ length: count }, () => fuzzer.next()));
      }
    }),
  );
  expect({ seed: SEED, silent }).toEqual({ seed: SEED, silent: [] });
  expect({ seed: SEED, errors: service.log().filter(({ level }) => level === 'error' || level === 'fatal') }).toEqual({
    seed: SEED,
    errors: [],
  });
  for (const status of statuses.keys()) expect(status).toMatch(/^(?:100|20[014]|4\d\d)$/);
  for (const status of ['200', '201', '400', '404', '405', '415', '422'])
    expect([...statuses.keys()]).toContain(status);
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(answered).toBeGreaterThan(REQUESTS / 4); // what follows bytes that are no HTTP, or an early refusal, is never read
  expect((await call(addition('afterwards'))).status).toBe(201);
  expect((await service.stop()).code).toBe(0);
}, 300_000);
