import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { testConfig } from '../support/config.js';
import { eventually, newKeyIn } from '../support/callers.js';
import { animalStoreProcess, serveWhenReady, type RunningService } from '../support/process.js';
import { portOf, relayTo, withPort, type Relay } from '../support/relay.js';
import { describeFirst, having } from '../support/storages.js';
import type { DatabaseServer } from '../support/test-storage.js';
import { accountHolder, PASSWORD, type Visitor } from '../support/visitor.js';

/** The deadline, and a limit that a busy machine meets. Both are in milliseconds. */
const [DEADLINE, LIMIT] = [500, 4_000];

const OPERATIONS = ['GET /v1/pets', 'GET /v1/pets?status=sold', 'GET /v1/pets/1', 'POST /v1/pets', 'GET /v1/none'];
const PAGES = [
  '/animals',
  '/animals/new',
  '/account',
  '/account/keys',
  '/account/keys/new',
  '/account/sessions',
  '/none',
];
const FORMS = ['/account/sign-in', '/account/sign-up', '/account/password', '/account/keys/new', '/animals/new'];
const COMMANDS = [
  ['doctor'],
  ['migrate'],
  ['accounts', 'list'],
  ['accounts', 'create', 'someone@example.com'],
  ['keys', 'list'],
  ['keys', 'create', '--account', 'someone@example.com'],
];

describeFirst(having('newServer'), 'a service whose database server falls silent', (kind) => {
  let server: DatabaseServer;
  let service: RunningService;
  let relay: Relay;
  let key: string;
  let visitor: Visitor;
  /** Whether nothing passes in either direction. */
  let isSilent = false;

  beforeAll(async () => {
    server = await kind.newServer();
    await server.start();
    relay = await relayTo(portOf(server.url), (client, target) => {
      client.on('data', (bytes) => !isSilent && target.write(bytes));
      target.on('data', (bytes) => !isSilent && client.write(bytes));
    });
    key = await newKeyIn(server.url);
    const env = { DATABASE_URL: withPort(server.url, relay.port), SIGN_UP: 'open', DATABASE_POOL_SIZE: '3' };
    service = await serveWhenReady({ env: { ...env, REQUEST_DEADLINE: `${DEADLINE}ms` } });
    const { storage, services, close } = await compose(testConfig({ storage: parseStorageUrl(server.url) }));
    await storage.connect();
    visitor = await accountHolder({ url: service.url, services }, 'holder@example.com');
    await close();
  });
  afterAll(async () => {
    relay.close();
    await server.remove();
  });

  const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

  /** Sends every request, at once or one by one, and returns those that had another response than 503, or a late one. */
  async function late(inTurn: boolean): Promise<string[]> {
    const calls = [
      ...OPERATIONS.map((operation) => async () => {
        const [method = '', path = ''] = operation.split(' ');
        const body = method === 'POST' ? '{"name":"Rex","categoryId":1}' : null;
        return { operation, status: (await fetch(service.url + path, { method, headers: headers(), body })).status };
      }),
      ...PAGES.map((path) => async () => ({ operation: path, status: (await visitor.get(path)).status })),
      ...FORMS.map((path) => async () => {
        const fields = { email: 'a@example.com', password: PASSWORD, name: 'Rex', categoryId: '1' };
        return { operation: `form ${path}`, status: (await visitor.send(path, fields)).status };
      }),
    ];
    const found: string[] = [];
    const run = async (call: (typeof calls)[number]) => {
      const start = performance.now();
      const { operation, status } = await call();
      if (performance.now() - start > LIMIT || status !== 503) found.push(`${operation} ${status}`);
    };
    if (inTurn) for (const call of calls) await run(call);
    else await Promise.all(calls.map(run));
    return found;
  }

  test.each([
    ['on the connections that are open', () => undefined],
    ['when connections are opened', () => relay.clients.forEach((client) => client.destroy())],
  ])('answers every request by its deadline %s', async (_, begin) => {
    isSilent = true;
    begin();
    expect([await late(false), await late(true)]).toEqual([[], []]);
    const start = performance.now();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect(performance.now() - start).toBeLessThan(LIMIT);
    isSilent = false;
    await eventually(async () => (await fetch(`${service.url}/v1/pets`, { headers: headers() })).status === 200);
  });

  test('ends every command with 69', async () => {
    const DATABASE_URL = withPort(server.url, relay.port);
    isSilent = true;
    for (const parameters of COMMANDS) {
      const { code, stderr } = await animalStoreProcess(parameters, {
        env: { DATABASE_URL, REQUEST_DEADLINE: '500ms' },
      });
      expect({ parameters, code, stderr }).toEqual({
        parameters,
        code: 69,
        stderr: expect.stringContaining('in time'),
      });
    }
    isSilent = false;
  });
});
