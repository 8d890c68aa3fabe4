import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../../src/domain/errors.js';
import type { RequestRecord } from '../../src/adapters/inbound/http/state.js';
import { HttpError, Overloaded } from '../../src/adapters/inbound/http/http-errors.js';
import { pageError } from '../../src/adapters/inbound/http/pages/support/error-pages.js';
import { createLogger, prettyFormat, ServiceLog } from '../../src/infrastructure/logging.js';
import { animalStoreProcess, serveUnread } from '../support/process.js';
import { REQUEST } from '../support/request-record.js';

/** A log, and what it has written. */
function newLog(level: 'info' | 'debug' = 'info') {
  const texts: string[] = [];
  const lines = () => texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  const log = new ServiceLog(createLogger(level, { write: (text) => texts.push(text) }));
  return { log, texts, lines };
}

/** The line that is logged of a request. */
function lineOf(record: Partial<RequestRecord>): { text: string; line: Record<string, unknown> } {
  const { log, texts, lines } = newLog();
  log.observe({ ...REQUEST, ...record });
  const [line = {}] = lines();
  return { text: texts.join(), line };
}

describe('The audit log', () => {
  it('writes one line per event, with account, key prefix, address and reason, and nothing else', () => {
    const { log, texts, lines } = newLog();
    log.record({
      event: 'sign_in_failed',
      accountId: 2n ** 63n - 1n,
      keyPrefix: 'as_abcdefgh',
      address: '192.0.2.7',
      reason: 'wrong_password',
    });
    expect(texts.join()).toContain('"account":9223372036854775807,');
    expect(lines()).toEqual([
      {
        time: expect.any(String),
        account: expect.any(Number),
        level: 'info',
        event: 'sign_in_failed',
        keyPrefix: 'as_abcdefgh',
        address: '192.0.2.7',
        reason: 'wrong_password',
        msg: 'authentication event',
      },
    ]);
  });

  it('has the animal of a change of a status with its new status', () => {
    const { log, texts, lines } = newLog();
    const pet = { id: 2n ** 63n - 1n, status: 'sold' } as const;
    log.record({ event: 'pet_status_changed', accountId: 2n, address: '192.0.2.7', pet });
    expect(texts.join()).toContain('"pet":9223372036854775807,');
    expect(lines()).toMatchObject([{ petStatus: 'sold', msg: 'change of an animal' }]);
  });
});

// `LogFields` gives each field one type for the compiler; this shows what is written.
it('Each field has the same JSON type in all lines', () => {
  const { log, lines } = newLog('debug');
  const pet = { id: 2n, status: 'sold' } as const;
  log.record({ event: 'pet_status_changed', accountId: 1n, keyPrefix: 'as_abcdefgh', address: '192.0.2.7', pet });
  log.record({ event: 'sign_in_failed', accountId: 2n ** 63n - 1n, reason: 'wrong_password' });
  for (const error of [undefined, new DomainError('unavailable', '', { cause: 'text' }), 'text', new TypeError()])
    log.observe({ ...REQUEST, path: '/', status: error === undefined ? 200 : 503, error });
  log.onError(new Error(), 'r-1');
  const types = new Map<string, Set<string>>();
  for (const [field, value] of lines().flatMap((line) => Object.entries(line)))
    types.set(field, (types.get(field) ?? new Set()).add(typeof value));
  expect([...types].filter(([, { size }]) => size > 1)).toEqual([]);
  expect(types.size).toBeGreaterThan(15);
});

describe('The request log', () => {
  it('writes one line per request, with every digit of the account', () => {
    const { text, line } = lineOf({ duration: 1.23456 });
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(text).toContain('"account":9223372036854775807,');
    expect(line).toMatchObject({ method: 'GET', route: '/v1/pets', durationMs: 1.23, keyPrefix: 'as_abcdefgh' });
  });

  it.each(['/livez', '/readyz'])('logs %s at the level debug if its status is 200', (route) => {
    const { log, lines } = newLog('debug');
    for (const status of [200, 406, 503]) log.observe({ ...REQUEST, route, status });
    expect(lines().map(({ level }) => level)).toEqual(['debug', 'info', 'warn']);
  });

  it('has the path without a route at the level debug only', () => {
    const pathAt = (level: 'info' | 'debug') => {
      const { log, lines } = newLog(level);
      log.observe({ ...REQUEST, route: undefined, path: '/healthz', status: 404 });
      return lines()[0]?.path;
    };
    expect([pathAt('info'), pathAt('debug')]).toEqual([undefined, '/healthz']);
  });

  it('has a line of at most 512 bytes for a refusal with 4xx, by which docs/operations tells operators to plan', () => {
    const sent = { requestId: 'x'.repeat(128), traceId: '0'.repeat(32), route: '/v1/pets/:petId', method: 'OPTIONS' };
    const address = '2001:db8:1111:2222:3333:4444:5555:6666';
    const error = new DomainError('not_found', '');
    const { text } = lineOf({ ...sent, address, status: 401, duration: 1234.567, error });
    expect(text).toContain(address);
    expect(text.length).toBeLessThanOrEqual(512);
  });

  it('has the reason why a store is unavailable, without a stack', () => {
    // What a connection to a name with several addresses gives.
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const { text, line } = lineOf({ status: 503, error: new DomainError('unavailable', 'Try again.', { cause }) });
    expect(line).toMatchObject({ level: 'warn', err: { message: 'Try again.', reason: 'ECONNREFUSED' } });
    expect(text).not.toContain('stack');
  });

  it('has an error after the start of the response, at the level debug if the client disconnected', () => {
    const { log, lines } = newLog('debug');
    log.onError(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'r-1');
    log.onError(new TypeError('boom'), 'r-2');
    expect(lines()).toMatchObject([
      { level: 'debug', requestId: 'r-1', err: { message: 'aborted' } },
      { level: 'error', requestId: 'r-2', err: { message: 'boom' } },
    ]);
  });

  it('has a bug with its stack and its cause, and without the properties that a driver added', () => {
    const error = Object.assign(new Error('boom', { cause: new TypeError('deep') }), { parameters: ['Rex'] });
    const { text, line } = lineOf({ status: 500, error });
    expect(line.err).toMatchObject({ name: 'Error', message: 'boom', cause: { name: 'TypeError', message: 'deep' } });
    expect(text).toContain('logging.test');
    expect(text).not.toContain('Rex');
  });

  it.each([
    ['a success', 200, undefined, 'info', undefined],
    ['a request without a response', undefined, undefined, 'info', undefined],
    ['a refusal of the API', 404, new DomainError('not_found', ''), 'info', 'not_found'],
    ['a refusal of a page', 403, new HttpError('cross_origin_form', ''), 'info', 'cross_origin_form'],
    ['an overload', 503, new Overloaded(), 'warn', 'unavailable'],
    ['a page without its store', 503, pageError(new DomainError('unavailable', '')), 'warn', 'unavailable'],
    ['a bug of a page', 500, pageError(new TypeError()), 'error', 'internal_error'],
  ])('has the level and the code of %s', (_, status, error, level, code) => {
    const { line } = lineOf({ status, error, aborted: status === undefined });
    expect(line).toMatchObject({ level, requestId: 'r-1' });
    expect([line.code, line.status, line.aborted]).toEqual([code, status, status === undefined || undefined]);
  });
});

const TIME = '2026-11-21T22:00:43.367Z';

const prettyLine = await prettyFormat();

/** The line without colours, on a terminal and elsewhere. */
function plain(line: object): string {
  // eslint-disable-next-line no-control-regex -- the escape sequences of a terminal
  return prettyLine(JSON.stringify({ level: 'info', time: TIME, ...line })).replace(/\u001b\[\d+m/g, '');
}

describe('A log line for a person', () => {
  const request = { method: 'GET', route: '/v1/pets', status: 200, durationMs: 4.68, requestId: 'r-1', msg: 'request' };

  it.each([
    ['a request as method, route, status and time', request, 'GET /v1/pets 200 4.68 ms {"requestId":"r-1"}'],
    ['that no route has the path', { ...request, route: undefined }, 'GET (no route) 200 4.68 ms {"requestId":"r-1"}'],
    ['any other line with its message and properties', { url: 'http://h', msg: 'x' }, 'x {"url":"http://h"}'],
  ])('shows %s', (_, line, shown) => {
    expect(plain(line).replace(/^\[\d\d:\d\d:43\.367\] /, '')).toBe(`INFO: ${shown}\n`);
  });
});

it('serve writes lines for a person with LOG_FORMAT=pretty, and a configuration fault as one line of text', async () => {
  const env = { DATABASE_URL: 'memory:', PORT: '0', LOG_FORMAT: 'pretty' };
  const service = serveUnread({ env });
  await service.until(() => /^\[.*\] INFO: ready$/m.test(service.stdout()) || undefined);
  const [, PORT = ''] = /127\.0\.0\.1:(\d+)"/.exec(service.stdout()) ?? [];
  expect(await animalStoreProcess(['serve'], { env: { ...env, PORT } })).toEqual({
    code: 78,
    stdout: '',
    stderr: expect.stringMatching(`^.*${PORT} .*127\\.0\\.0\\.1.*PORT.* ${Number(PORT) + 1}.*\\n$`),
  });
  expect(await service.stop()).toMatchObject({ code: 0 });
});
