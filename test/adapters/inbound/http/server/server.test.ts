import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { listen } from '../../../../../src/adapters/inbound/http/server/server.js';
import { eventually } from '../../../../support/eventually.js';
import { outcome } from '../../../../support/http-client.js';
import { lines } from '../../../../support/raw-sockets.js';
import { startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
const strict = await startTestServer({ requestTimeout: 400 });
const { raw, send } = server;

const NOT_HTTP: unknown = expect.stringMatching(/^400 invalid_request: .*HTTP/);
const NO_HOST: unknown = expect.stringMatching(/^400 invalid_request: Host .*once/);
const TOO_SLOW: unknown = expect.stringMatching(/^408 request_timeout/);
const AUTHORIZATION = `Authorization: Bearer ${server.key}`;
const POST_HEAD = ['POST /v1/pets HTTP/1.1', 'Host: a', AUTHORIZATION, 'Content-Type: application/json'];
const STRICT_HEAD = POST_HEAD.with(2, `Authorization: Bearer ${strict.key}`);

/** Of the only response, which closes the connection, and which is in the log. */
async function soleOutcome(bytes: Parameters<typeof raw>[0], to = server): Promise<string> {
  const before = to.records.length;
  const { answers, closed } = await to.raw(bytes);
  const [answer] = answers;
  expect({ count: answers.length, closed, connection: answer?.headers.connection }).toEqual({
    count: 1,
    closed: true,
    connection: 'close',
  });
  await eventually(() => to.records.length > before);
  expect(to.records.slice(before)).toMatchObject([
    { requestId: answer?.headers['x-request-id'], status: answer?.status },
  ]);
  return answers.map(outcome).join();
}

describe('A malformed request is 400, in the shape of every error, and the connection is closed', () => {
  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a method that HTTP does not know', lines('FOO /v1/pets HTTP/1.1', 'Host: a')],
    ['a length and chunks', lines(...POST_HEAD, 'Content-Length: 2', 'Transfer-Encoding: chunked')],
    ['a chunk size that is not a number', `${lines(...POST_HEAD, 'Transfer-Encoding: chunked')}zz\r\n`],
  ])('with %s', async (_, bytes) => {
    expect(await soleOutcome(bytes)).toEqual(NOT_HTTP);
  });
});

describe('Headers', () => {
  const TOO_LARGE: unknown = expect.stringMatching(/^431 headers_too_large: .*16 KiB and 100 fields/);
  const withFields = (count: number) =>
    lines('GET /v1/pets HTTP/1.1', 'Host: a', ...Array<string>(count - 2).fill('a:'), AUTHORIZATION);

  it.each([
    ['one header of 20 KB', lines('GET /v1/pets HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`)],
    ['101 small fields', withFields(101)],
  ])('that are too large are 431: %s', async (_, bytes) => {
    expect(await soleOutcome(bytes)).toEqual(TOO_LARGE);
  });

  it('may have 16,384 bytes in the target, the names and the values together', async () => {
    const ofSize = (size: number) => {
      const fields = [['Host', 'a'], AUTHORIZATION.split(': '), ['Padding', '']].flat();
      const padding = 'x'.repeat(size - '/v1/pets'.length - fields.join('').length);
      return lines('GET /v1/pets HTTP/1.1', 'Host: a', AUTHORIZATION, `Padding:  \t ${padding}`);
    };
    const answers = [await raw(ofSize(16_384), 1), await raw(ofSize(16_385))].flatMap(({ answers }) => answers);
    expect(answers.map(outcome)).toEqual(['200', TOO_LARGE]);
  });

  it('may have 100 fields, all of which are read', async () => {
    expect((await raw(withFields(100), 1)).answers.map(outcome)).toEqual(['200']);
  });
});

describe('Host', () => {
  it.each([
    ['missing', lines('GET /v1/pets HTTP/1.1', AUTHORIZATION)],
    ['repeated with the same value', lines('GET /v1/pets HTTP/1.1', 'Host: a', 'Host: a', AUTHORIZATION)],
  ])('is 400 if it is %s', async (_, bytes) => {
    expect((await raw(bytes, 1)).answers.map(outcome)).toEqual([NO_HOST]);
  });
});

it('An unknown Expect is ignored', async () => {
  expect((await send('GET', '/v1/pets', { expect: 'the-unexpected' })).status).toBe(200);
});

describe('A request that is too slow', () => {
  it.each([
    ['in its headers', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n'],
    ['in its body', `${lines(...STRICT_HEAD, 'Content-Length: 10')}{`],
  ])('%s is 408, and the connection is closed', async (_, bytes) => {
    expect(await soleOutcome(bytes, strict)).toEqual(TOO_SLOW);
  });

  it('or malformed in its body is in the log with its X-Request-Id', async () => {
    const head = [...STRICT_HEAD, 'X-Request-Id: mine'];
    const slow = `${lines(...head, 'Content-Length: 10')}{`;
    for (const bytes of [slow, `${lines(...head, 'Transfer-Encoding: chunked')}zz\r\n`]) {
      await soleOutcome(bytes, strict);
      expect(strict.records.at(-1)?.requestId).toBe('mine');
    }
  });
});

it('A connection stays open for longer than the 600 seconds for which load balancers keep theirs', async () => {
  const { answers, closed } = await raw(lines('GET /livez HTTP/1.1', 'Host: a'), 1);
  expect([closed, answers[0]?.headers['keep-alive']]).toEqual([false, 'timeout=620']);
});

it('Listening reports the actual address, also on IPv6', async () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  const host = hasIpv6 ? '::1' : '127.0.0.1';
  const listening = await listen(async (_request, response) => void response.end(), { host, port: 0 });
  expect(listening.url).toMatch(hasIpv6 ? /^http:\/\/\[::1\]:[1-9]\d*$/ : /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect((await fetch(listening.url)).status).toBe(200);
  await listening.stop(0);
});
