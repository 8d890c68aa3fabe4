import { describe, expect, it } from '@jest/globals';
import { outcome, type RequestHeaders } from '../../../../support/http-client.js';
import { lines, open, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
const { get, post, raw } = server;

const PET = '{"name":"Rex","categoryId":1}';
const LIMIT = 16 * 1024;
const TOO_LARGE: unknown = expect.stringMatching(/^413 payload_too_large: .*16384/);

describe('A body is refused as malformed', () => {
  it.each([
    ['empty', '', 'empty'],
    ['in UTF-16', Buffer.from(PET, 'utf16le'), 'not JSON'],
    ['in Latin-1', Buffer.from('{"name":"Zoë","categoryId":1}', 'latin1'), 'UTF-8'],
    ['an array', `[${PET}]`, 'one JSON object'],
    [
      'with a property whose second value looks like the first',
      '{"categoryId":1,"categoryId":{"value":"1"}}',
      'two values',
    ],
    ['with a byte order mark', `\uFEFF${PET}`, 'byte order mark'],
    ['nested too deep', `{"name":${'['.repeat(16_000)}`, 'nested too deep'],
  ])('if it is %s', async (_, body, words) => {
    expect(outcome(await post(body))).toMatch(new RegExp(`^400 malformed_json: .*${words}`));
  });
});

it('A property that appears twice with one value is accepted', async () => {
  expect((await post('{"name":"Rex","categoryId":1,"categoryId":1.0,"name":"\\u0052ex"}')).status).toBe(201);
});

it('A value that is nested 200 deep is of a wrong type', async () => {
  const value = '['.repeat(200) + ']'.repeat(200);
  const answer = await post(`{"name":${value},"categoryId":{},"status":${value}}`);
  expect(outcome(answer)).toMatch(/^400 invalid_request: name must .*; categoryId must .*; status must /);
});

describe('A media type', () => {
  const add = (headers: RequestHeaders) => post(PET, headers);

  it.each([
    'Application/JSON',
    'application/json ; CHARSET="Utf-8"',
    'application/json\t; ;\t; charset=utf-8\t;',
    'application/json; charset="utf\\-8"',
    'application/json; profile="a;b\\"c,=d"; version=1',
    'application/json; xcharset=latin1',
  ])('is understood as %s', async (type) => {
    expect((await add({ 'content-type': type })).status).toBe(201);
  });

  it.each([
    ['missing', undefined],
    ['a longer one', 'application/jsonp'],
    ['one that ends like it', 'x-application/json'],
    ['another charset', 'application/json; charset=latin1'],
    ['another charset after UTF-8', 'application/json; charset=utf-8; charset=latin1'],
    ['a charset without a value', 'application/json; charset='],
    ['a charset with one quote', 'application/json; charset="utf-8'],
    ['a parameter without a value', 'application/json; version'],
    ['a comma', 'application/json, application/json'],
    ['a charset that starts with utf-8', 'application/json; charset=utf-80'],
    ['a charset with white space around its equals sign', 'application/json; charset = utf-8'],
    ['repeated', ['application/json', 'application/json']],
  ])('is refused if it is %s', async (_, type) => {
    const answer = await add({ 'content-type': type });
    expect(outcome(answer)).toMatch(/^415 unsupported_media_type: Send Content-Type: application\/json,/);
    expect(answer.headers).not.toHaveProperty('accept-encoding');
  });

  it.each(['identity', 'IDENTITY', '', 'identity, Identity', ', identity ,'])(
    'may have the Content-Encoding "%s", which is no coding',
    async (encoding) => {
      expect((await add({ 'content-encoding': encoding })).status).toBe(201);
    },
  );

  it.each(['gzip', 'identity, gzip', 'identityidentity', 'identity identity', 'utf-8'])(
    'is refused with the Content-Encoding "%s"',
    async (encoding) => {
      const answer = await add({ 'content-encoding': encoding });
      expect([outcome(answer), answer.headers['accept-encoding']]).toEqual([
        expect.stringMatching(/^415 unsupported_media_type/),
        'identity',
      ]);
    },
  );

  it('is ignored without a body', async () => {
    expect((await get('/v1/pets', { 'content-type': 'text/plain' })).status).toBe(200);
  });
});

const head = (...headers: string[]) =>
  lines(
    ...['POST /v1/pets HTTP/1.1', 'Host: a', `Authorization: Bearer ${server.key}`, 'Content-Type: application/json'],
    ...headers,
  );

it('A client that sends the whole of a long body before it reads gets its 413', async () => {
  const socket = await open(server.port);
  const body = Buffer.alloc(8 * 1024 * 1024, ' ');
  socket.write(head(`Content-Length: ${body.length}`));
  const failure = await new Promise((resolve) => socket.write(body, resolve));
  expect(failure).toBeFalsy();
  expect(statusesIn(await readToEnd(socket))).toEqual([413]);
});

describe('The size of a body', () => {
  it('may be 16 KiB', async () => {
    for (const framing of [{}, { 'transfer-encoding': 'chunked' }]) {
      expect((await post(PET.padEnd(LIMIT), framing)).status).toBe(201);
    }
  });

  it('is checked by Content-Length before a byte is read', async () => {
    const { answers, closed } = await raw(head(`Content-Length: ${LIMIT + 1}`));
    expect([answers.map(outcome), closed]).toEqual([[TOO_LARGE], true]);
  });

  it('is checked while a body in chunks is read', async () => {
    const chunk = `2000\r\n${' '.repeat(0x2000)}\r\n`;
    const { answers, closed } = await raw(head('Transfer-Encoding: chunked') + chunk.repeat(3));
    expect([answers.map(outcome), closed]).toEqual([[TOO_LARGE], true]);
  });
});
