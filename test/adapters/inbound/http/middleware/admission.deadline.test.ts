import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  RequestAdmission,
  ConcurrencyLimiter,
  DeadlineExceeded,
  receiveBody,
} from '../../../../../src/adapters/inbound/http/middleware/admission.js';
import type { Caller } from '../../../../../src/application/api-keys/authenticate.js';
import { clientOf, outcome, type Client } from '../../../../support/http-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

const LATE = '503 unavailable: The service did not answer in time; whether it did its work is not known.';
const ONE = { maxInFlight: 1, maxWaiting: 0, maxWaitMs: 0 };
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

describe('A request whose work takes longer than the deadline', () => {
  it('is 503 with Retry-After, and the end of that work changes nothing', async () => {
    await start({ requestDeadline: 500 });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(server.services.listPets, 'execute').mockImplementation(async () => {
      await held;
      return { pets: [] };
    });
    const answer = await client.get('/v1/pets');
    expect([outcome(answer), answer.headers['retry-after']]).toEqual([LATE, '1']);
    expect(server.limiter.inFlight).toBe(0);
    expect(server.records).toEqual([expect.objectContaining({ status: 503, error: expect.any(DeadlineExceeded) })]);
    release();
    await setImmediate();
    expect(server.limiter.inFlight).toBe(0);
    expect((await client.get('/v1/dogs')).status).toBe(404);
  });

  it('has the whole deadline after its body has arrived', async () => {
    await start({ requestDeadline: 500 });
    async function* slowly() {
      yield `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n`;
      for (const character of PET) {
        await delay(20); // more than the deadline in all
        yield character;
      }
    }
    const { answers } = await client.raw(slowly(), 1);
    expect(answers.map(outcome)).toEqual(['201']);
  });

  it('adds no animal after the 503', async () => {
    await start({ requestDeadline: 500 });
    const authenticated = Promise.withResolvers<Caller>();
    jest.spyOn(server.services.authenticate, 'execute').mockReturnValueOnce(authenticated.promise);
    expect(outcome(await client.post(PET))).toBe(LATE);
    authenticated.resolve({ accountId: 1n, keyPrefix: 'as_00000000' });
    expect((await client.get('/v1/pets')).text).toBe('[]');
    expect(server.limiter.inFlight).toBe(0);
  });

  it.each(['before', 'after'])('has a signal that is aborted by then, made %s the deadline', async (when) => {
    const admission = new RequestAdmission(new ConcurrencyLimiter(ONE), 1);
    const before = when === 'before' ? admission.signal : undefined;
    await admission.begin();
    await expect(admission.run(() => new Promise(() => undefined))).rejects.toThrow(DeadlineExceeded);
    expect((before ?? admission.signal).aborted).toBe(true);
  });

  it('does not read a body that arrived before the deadline passed', async () => {
    const admission = new RequestAdmission(new ConcurrencyLimiter(ONE), 1);
    await admission.begin();
    await expect(admission.run(() => new Promise(() => undefined))).rejects.toThrow(DeadlineExceeded);
    await expect(receiveBody({ req: { admission, complete: true } }, Promise.resolve('a'))).rejects.toThrow(
      DeadlineExceeded,
    );
  });
});
