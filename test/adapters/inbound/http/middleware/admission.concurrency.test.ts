import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Overloaded } from '../../../../../src/adapters/inbound/http/middleware/admission.js';
import { eventually } from '../../../../support/eventually.js';
import { clientOf, outcome, type Client } from '../../../../support/http-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

const BUSY = '503 unavailable: The service has more to do than it can; try again shortly.';
const PET = '{"name":"Rex","categoryId":1}';

let server: TestServer;
let client: Client;
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

async function start(options: TestServerOptions): Promise<void> {
  server = await startTestServer(options);
  client = clientOf(server);
}

/** Makes every list wait until the returned function is called. */
function holdLists(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(server.services.listPets, 'execute').mockImplementation(async () => {
    await held;
    return { pets: [] };
  });
  return release;
}

function shed(): number {
  return server.records.filter(({ error }) => error instanceof Overloaded).length;
}

describe('More requests than may be in flight', () => {
  it('are refused with Retry-After, and accepted again when others end', async () => {
    await start({ maxInFlight: 2 });
    const release = holdLists();
    const accepted = [client.get('/v1/pets'), client.get('/v1/pets')];
    await eventually(() => server.limiter.inFlight === 2);
    for (const call of [client.get('/v1/pets'), client.post(PET), client.get('/docs')]) {
      const answer = await call;
      expect([outcome(answer), answer.headers['retry-after']]).toEqual([BUSY, '1']);
    }
    expect([server.limiter.inFlight, shed()]).toEqual([2, 3]);
    release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.post(PET)).status).toBe(201);
    expect([server.limiter.inFlight, shed()]).toEqual([0, 3]);
  });

  it('get all headers of a response, deprecation included, and one record each', async () => {
    await start({ maxInFlight: 1 });
    const normal = (await client.get('/v1/pets/1')).headers;
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    const { headers } = await client.get('/v1/pets/1?a=b', { 'x-request-id': 'mine' });
    expect(headers).toMatchObject({ 'x-request-id': 'mine', 'retry-after': '1' });
    expect(new Set(Object.keys(headers))).toEqual(new Set([...Object.keys(normal), 'retry-after']));
    expect((await client.get('/v1/pets', { 'x-request-id': 'a b' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    const head = await client.send('HEAD', '/v1/pets');
    expect([head.status, head.text]).toEqual([503, '']);
    const refused = server.records.filter(({ status }) => status === 503);
    expect(refused.map(({ method, requestId }) => [method, requestId])).toEqual([
      ['GET', 'mine'],
      ['GET', expect.any(String)],
      ['HEAD', expect.any(String)],
    ]);
    release();
    await accepted;
  });

  it('are refused before anything is done for them, also where many bodies come at once', async () => {
    await start({ maxInFlight: 2 });
    const asked = jest.spyOn(server.services.authenticate, 'execute');
    const post = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n${PET}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.raw(post, 1)));
    const statuses = answers.map(({ answers: [answer] }) => answer?.status);
    expect(new Set([...statuses, 503])).toEqual(new Set([201, 503]));
    expect(asked).toHaveBeenCalledTimes(statuses.filter((status) => status === 201).length);
    expect([server.limiter.inFlight, shed()]).toEqual([0, statuses.filter((status) => status === 503).length]);
  });

  it('keep no probe from its answer', async () => {
    await start({ maxInFlight: 1 });
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    for (const probe of ['/livez', '/readyz']) expect((await client.get(probe)).status).toBe(200);
    release();
    await accepted;
  });

  it('are not those whose body is on its way', async () => {
    await start({ maxInFlight: 1 });
    const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\n`;
    let heads = 0;
    const bodies = Promise.withResolvers<undefined>();
    async function* inTwoParts(text: string) {
      yield `${head}Content-Length: ${text.length}\r\n\r\n`;
      heads++;
      await bodies.promise;
      yield text;
    }
    const slow = Array.from({ length: 5 }, () => client.raw(inTwoParts(PET), 1));
    await eventually(() => heads === 5);
    expect((await client.get('/livez')).status).toBe(200); // the heads have arrived before it
    expect(server.limiter.inFlight).toBe(0);
    expect((await client.post(PET)).status).toBe(201);
    bodies.resolve(undefined);
    const statuses = (await Promise.all(slow)).map(({ answers }) => answers[0]?.status);
    expect(new Set([...statuses, 201, 503])).toEqual(new Set([201, 503])); // they arrived together, and one fits in
    expect(statuses).toContain(201);
    expect(server.limiter.inFlight).toBe(0);
  });
});

describe('A malformed request is 400 also while the service is overloaded', () => {
  it.each([
    ['two hosts', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['no host', 'GET /v1/pets HTTP/1.1\r\n\r\n'],
    ['a target that is no path', 'GET ftp://a/v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown transfer coding', 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
  ])('with %s', async (_, request) => {
    await start({ maxInFlight: 1 });
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    const { answers } = await client.raw(request, 1);
    expect(answers.map(outcome).join()).toMatch(/^400 invalid_request/);
    release();
    await accepted;
  });
});

describe('Requests that may wait for others to end', () => {
  it('are answered in the order in which they came, once there is room', async () => {
    await start({ maxInFlight: 1, maxWaiting: 3 });
    const release = holdLists();
    const first = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    const order: string[] = [];
    const others = ['a', 'b', 'c'].map(async (path, at) => {
      const call = client.get(`/v1/${path}`);
      await eventually(() => server.limiter.waiting > at);
      return call.then(({ status }) => order.push(`${path} ${status}`));
    });
    await eventually(() => server.limiter.waiting === 3);
    const late = await client.get('/v1/d');
    expect(outcome(late)).toBe(BUSY);
    expect(order).toEqual([]);
    release();
    await Promise.all([first, ...others]);
    expect(order).toEqual(['a 404', 'b 404', 'c 404']);
    expect([server.limiter.inFlight, server.limiter.waiting, shed()]).toEqual([0, 0, 1]);
  });

  it('are refused when they have waited too long', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5, maxWaitMs: 50 });
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    expect(outcome(await client.get('/v1/pets'))).toBe(BUSY);
    expect(server.limiter.waiting).toBe(0);
    release();
    expect((await accepted).status).toBe(200);
    expect((await client.get('/v1/pets')).status).toBe(200);
    expect([server.limiter.inFlight, shed()]).toEqual([0, 1]);
  });

  it('are dropped when their client leaves', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5 });
    const asked = jest.spyOn(server.services.authenticate, 'execute');
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\n\r\n`);
    await eventually(() => server.limiter.waiting === 1);
    const left = once(socket, 'close');
    socket.destroy();
    await left;
    release();
    expect((await accepted).status).toBe(200);
    await eventually(() => server.records.some(({ aborted }) => aborted));
    await eventually(() => server.limiter.inFlight === 0);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(server.records).toContainEqual(expect.objectContaining({ aborted: true, status: undefined }));
    expect(server.records).toHaveLength(2);
  });

  it('are no probes: those are answered at once', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5, maxWaitMs: 60_000 });
    const release = holdLists();
    const calls = [client.get('/v1/pets'), client.get('/v1/pets')];
    await eventually(() => server.limiter.waiting === 1);
    for (const probe of ['/livez', '/readyz?from=balancer']) expect((await client.get(probe)).status).toBe(200);
    release();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are answered and reported once when the rest of them cannot be read', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5 });
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    const broken = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n`;
    const { answers } = await client.raw(broken, 1);
    expect(answers.map(({ status, headers }) => [status, headers['x-request-id']])).toEqual([[400, 'mine']]);
    release();
    expect((await accepted).status).toBe(200);
    await eventually(() => server.limiter.inFlight === 0 && server.records.length === 2);
    expect(server.records.map(({ requestId, status }) => [requestId, status])).toEqual([
      ['mine', 400],
      [expect.any(String), 200],
    ]);
  });

  it('may be those whose body came when there was no room', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5 });
    const body = Promise.withResolvers<string>();
    async function* inTwoParts() {
      yield `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n`;
      yield await body.promise;
    }
    const addition = client.raw(inTwoParts(), 1);
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await eventually(() => server.limiter.inFlight === 1);
    body.resolve(PET);
    await eventually(() => server.limiter.waiting === 1);
    release();
    expect((await addition).answers.map(outcome)).toEqual(['201']);
    expect((await accepted).status).toBe(200);
    expect([server.limiter.inFlight, server.limiter.waiting, shed()]).toEqual([0, 0, 0]);
  });
});
