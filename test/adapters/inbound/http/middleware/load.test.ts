import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryPetRepository } from '../../../../../src/adapters/outbound/memory/pet-repository.js';
import { clientOf, outcome, type Client } from '../../../../support/http-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

const BUSY = '503 unavailable: The service has more to do than it can; try again shortly.';
const LATE = '503 unavailable: The service did not answer in time; whether it did its work is not known.';
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

/** Makes every list wait until it is let go. */
function holdLists(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(MemoryPetRepository.prototype, 'list').mockImplementation(async () => {
    await held;
    return [];
  });
  return release;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(2);
}

describe('More requests than may be in flight', () => {
  it('are refused at once, with when to try again, and make room when they end', async () => {
    await start({ maxInFlight: 2 });
    const release = holdLists();
    const accepted = [client.get('/v1/pets'), client.get('/v1/pets')];
    await until(() => server.load.inFlight === 2);
    for (const call of [client.get('/v1/pets'), client.post(PET), client.get('/docs')]) {
      const answer = await call;
      expect([outcome(answer), answer.headers['retry-after']]).toEqual([BUSY, '1']);
    }
    expect(server.load).toMatchObject({ inFlight: 2, shed: 3, late: 0 });
    release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.post(PET)).status).toBe(201);
    expect(server.load).toMatchObject({ inFlight: 0, shed: 3 });
  });

  it('are told so like everything else: all headers, the id of the request, what is deprecated, and one record', async () => {
    await start({ maxInFlight: 1 });
    const normal = (await client.get('/v1/pets/1')).headers;
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await until(() => server.load.inFlight === 1);
    const { headers } = await client.get('/v1/pets/1?a=b', { 'x-request-id': 'mine' });
    expect(headers).toMatchObject({ 'x-request-id': 'mine', 'retry-after': '1' });
    expect(new Set(Object.keys(headers))).toEqual(new Set([...Object.keys(normal), 'retry-after']));
    expect((await client.get('/v1/pets', { 'x-request-id': 'a b' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    const head = await client.send('HEAD', '/v1/pets');
    expect([head.status, head.text]).toEqual([503, '']);
    const shed = server.records.filter(({ status }) => status === 503);
    expect(shed.map(({ method, requestId }) => [method, requestId])).toEqual([
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
    expect(server.load).toMatchObject({ inFlight: 0, shed: statuses.filter((status) => status === 503).length });
  });

  it('keep no probe from its answer', async () => {
    await start({ maxInFlight: 1 });
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await until(() => server.load.inFlight === 1);
    for (const probe of ['/livez', '/readyz']) expect((await client.get(probe)).status).toBe(200);
    release();
    await accepted;
  });

  it('are not those whose body is on its way', async () => {
    await start({ maxInFlight: 1 });
    const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\n`;
    async function* slowly(text: string) {
      yield `${head}Content-Length: ${text.length}\r\n\r\n`;
      await delay(200);
      yield text;
    }
    const slow = Array.from({ length: 5 }, () => client.raw(slowly(PET), 1));
    await delay(100);
    expect(server.load.inFlight).toBe(0);
    expect((await client.post(PET)).status).toBe(201);
    const statuses = (await Promise.all(slow)).map(({ answers }) => answers[0]?.status);
    expect(new Set([...statuses, 201, 503])).toEqual(new Set([201, 503])); // they arrived together, and one fits in
    expect(statuses).toContain(201);
    expect(server.load.inFlight).toBe(0);
  });
});

describe('Requests that may wait for others to end', () => {
  it('are answered in the order in which they came, once there is room', async () => {
    await start({ maxInFlight: 1, maxWaiting: 3 });
    const release = holdLists();
    const first = client.get('/v1/pets');
    await until(() => server.load.inFlight === 1);
    const order: string[] = [];
    const others = ['a', 'b', 'c'].map(async (path, at) => {
      const call = client.get(`/v1/${path}`);
      await until(() => server.load.waiting > at);
      return call.then(({ status }) => order.push(`${path} ${status}`));
    });
    await until(() => server.load.waiting === 3);
    const late = await client.get('/v1/d');
    expect(outcome(late)).toBe(BUSY);
    expect(order).toEqual([]);
    release();
    await Promise.all([first, ...others]);
    expect(order).toEqual(['a 404', 'b 404', 'c 404']);
    expect(server.load).toMatchObject({ inFlight: 0, waiting: 0, shed: 1 });
  });

  it('are refused one by one when their patience is over, and those after them are not', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5, patience: 200 });
    const release = holdLists();
    const begun = performance.now();
    const accepted = client.get('/v1/pets');
    await until(() => server.load.inFlight === 1);
    const early = client.get('/v1/pets');
    await delay(100);
    const late = client.get('/v1/pets');
    expect(outcome(await early)).toBe(BUSY);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
    release();
    expect((await late).status).toBe(200);
    expect((await accepted).status).toBe(200);
    expect(server.load).toMatchObject({ inFlight: 0, waiting: 0, shed: 1 });
    const waited = server.records.map(({ status, duration }) => [status, duration > 50]);
    expect(waited).toEqual([503, 200, 200].map((status) => [status, true]));
  });

  it('are forgotten when their client goes', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5 });
    const asked = jest.spyOn(server.services.authenticate, 'execute');
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await until(() => server.load.inFlight === 1);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\n\r\n`);
    await until(() => server.load.waiting === 1);
    socket.destroy();
    await delay(20);
    release();
    expect((await accepted).status).toBe(200);
    await until(() => server.load.inFlight === 0);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(server.records).toContainEqual(expect.objectContaining({ aborted: true, status: undefined }));
  });

  it('may be those whose body came when there was no room', async () => {
    await start({ maxInFlight: 1, maxWaiting: 5 });
    async function* slowly() {
      yield `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n`;
      await delay(100);
      yield PET;
    }
    const addition = client.raw(slowly(), 1);
    await delay(50);
    const release = holdLists();
    const accepted = client.get('/v1/pets');
    await until(() => server.load.waiting === 1);
    release();
    expect((await addition).answers.map(outcome)).toEqual(['201']);
    expect((await accepted).status).toBe(200);
    expect(server.load).toMatchObject({ inFlight: 0, waiting: 0, shed: 0 });
  });
});

describe('A request whose work takes longer than the deadline', () => {
  it('is 503 then, with when to try again, and what it was waiting for changes nothing any more', async () => {
    await start({ deadline: 100 });
    const release = holdLists();
    const begun = performance.now();
    const answer = await client.get('/v1/pets');
    expect(performance.now() - begun).toBeLessThan(2000);
    expect([outcome(answer), answer.headers['retry-after']]).toEqual([LATE, '1']);
    expect(server.load).toMatchObject({ inFlight: 0, shed: 0, late: 1 });
    release();
    await delay(20);
    expect(server.load.inFlight).toBe(0);
    expect((await client.get('/v1/dogs')).status).toBe(404);
  });

  it('does not count the time in which its body arrived', async () => {
    await start({ deadline: 100 });
    async function* slowly() {
      yield `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n`;
      for (const character of PET) {
        await delay(10);
        yield character;
      }
    }
    const { answers } = await client.raw(slowly(), 1);
    expect(answers.map(outcome)).toEqual(['201']);
  });

  it('adds no animal once it was given up', async () => {
    await start({ deadline: 100 });
    jest.spyOn(server.services.authenticate, 'execute').mockImplementation(async () => {
      await delay(200);
      return { accountId: 1n, keyPrefix: 'as_00000000' };
    });
    expect(outcome(await client.post(PET))).toBe(LATE);
    await delay(200);
    jest.restoreAllMocks();
    expect((await client.get('/v1/pets')).text).toBe('[]');
  });
});
