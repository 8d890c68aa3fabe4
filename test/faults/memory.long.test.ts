import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { systemSecrets } from '../../src/adapters/outbound/system/secrets.js';
import { generateApiKey } from '../../src/domain/api-key.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { describeFirst, SQL_STORAGES } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

// Whatever requests name, the service remembers none of it, or a bounded number. In each case below every request has
// names of its own.

/** By how many bytes the memory in use may grow. All names of one kind that the requests of a case have take more. */
const MAX_GROWTH = 500_000;

/** How many requests have long names, of 2,000 bytes at least, and how many have names that must be shorter. */
const [LONG, SHORT] = [300, 2000];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // The types of Node.js do not know what the flag adds.

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describeFirst(SQL_STORAGES, 'a service', (kind) => {
  let target: TestTarget;
  let server: TestServer;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });

  beforeAll(async () => {
    target = await kind.newTarget();
    server = await startTestServer({
      storage: parseStorageUrl(target.url),
      trustProxy: 1,
      corsOrigins: ['https://a.example'],
      requestDeadline: 60_000,
    });
    for (const { next } of CASES) await memoryAfter(20, next); // The first requests of each kind load code.
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
    await target.drop();
  });

  let names = 0;
  /** Returns a name of this length that no request has had. */
  const name = (length: number) => `${++names}`.padStart(length, 'n');
  const key = () => ({ authorization: `Bearer ${server.key}` });
  const json = () => ({ ...key(), 'content-type': 'application/json' });
  /** Each network may send a few forms only. */
  const network = () => `${name(2000)}, 2001:db8:${(names % 65_536).toString(16)}::1`;
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

  const LONG_NAMES: Readonly<Record<string, () => Sent>> = {
    paths: () => ({ path: `/${name(4000)}` }),
    'paths of the API': () => ({ path: `/v1/${name(4000)}`, headers: key() }),
    ids: () => ({ path: `/v1/pets/${name(4000)}`, headers: key() }),
    'parameters of a query': () => ({ path: `/v1/pets?${name(2000)}=`, headers: key() }),
    cursors: () => ({ path: `/v1/pets?cursor=${name(2000)}`, headers: key() }),
    cookies: () => ({
      path: '/account',
      headers: { cookie: `${name(2000)}=${name(2000)}` },
    }),
    'texts instead of keys': () => ({ path: '/v1/pets', headers: { authorization: `Bearer ${name(4000)}` } }),
    'names and values of headers': () => ({ path: '/livez', headers: { [name(3000)]: name(3000) } }),
    'traces and programs': () => ({
      path: '/v1/pets',
      headers: { ...key(), traceparent: name(2000), 'user-agent': name(3000) },
    }),
    'languages and media types': () => ({
      path: '/account',
      headers: { 'accept-language': name(3000), accept: `text/html, text/${name(900)}` },
    }),
    origins: () => ({
      method: 'OPTIONS',
      path: '/v1/pets',
      headers: {
        origin: `https://${name(200)}`,
        'access-control-request-method': 'GET',
        'access-control-request-headers': name(3000),
      },
    }),
    'types of bodies': () => ({
      method: 'POST',
      path: '/v1/pets',
      headers: { ...key(), 'content-type': `application/${name(4000)}` },
      body: '{}',
    }),
    'properties of bodies': () => ({ method: 'POST', path: '/v1/pets', headers: json(), body: `{"${name(4000)}":1}` }),
    'idempotency keys': () => ({
      method: 'POST',
      path: '/v1/pets',
      headers: { ...json(), 'idempotency-key': `"${name(255)}"`, referer: name(3000) },
      body: '{}',
    }),
    'emails and forwarded addresses': () => ({
      method: 'POST',
      path: '/account/sign-in',
      headers: { ...form, 'x-forwarded-for': network() },
      body: `email=${name(4000)}@example.com&password=${name(4000)}`,
    }),
    'fields of forms': () => ({
      method: 'POST',
      path: '/account/sign-in',
      headers: { ...form, 'x-forwarded-for': network() },
      body: `${name(4000)}=${name(4000)}`,
    }),
  };
  const SHORT_NAMES: Readonly<Record<string, () => Sent>> = {
    'hosts and ports': () => ({
      path: '/account',
      headers: { host: `${name(60)}.${name(60)}:${name(120).replaceAll('n', '0')}`, cookie: 'a=b' },
    }),
    keys: () => ({ path: '/v1/pets', headers: { authorization: `Bearer ${generateApiKey(systemSecrets)}` } }),
    sessions: () => ({ path: '/account', headers: { cookie: `animal-store-session=${name(43)}` } }),
  };

  async function send({ method = 'GET', path = '/', headers = {}, body }: Sent): Promise<void> {
    const outgoing = request({ port: server.port, host: '127.0.0.1', agent, method, path, headers }).end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]; // The types of Node.js have any here.
    expect(response.statusCode).toBeLessThan(500);
    await once(response.resume(), 'end');
  }

  /** Returns the memory in use, in bytes, after so many requests. */
  async function memoryAfter(count: number, next: () => Sent): Promise<number> {
    for (let sent = 0; sent < count; sent += 20) await Promise.all(Array.from({ length: 20 }, () => send(next())));
    server.records.length = 0;
    // V8 keeps the shapes of objects, which have the names of their properties, for some collections.
    for (let times = 0; times < 4; times++) collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }

  const CASES = [
    ...Object.entries(LONG_NAMES).map(([kind, next]) => ({ kind, next, count: LONG })),
    ...Object.entries(SHORT_NAMES).map(([kind, next]) => ({ kind, next, count: SHORT })),
  ];

  it.each(CASES)('remembers no $kind', async ({ next, count }) => {
    let growth = Infinity;
    // What is remembered grows in every round, and other work of this process does not.
    for (let rounds = 0; growth > MAX_GROWTH && rounds < 3; rounds++) {
      const before = await memoryAfter(100, next);
      growth = (await memoryAfter(count, next)) - before;
    }
    expect(growth).toBeLessThan(MAX_GROWTH);
  });
});
