import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { testConfig } from '../support/config.js';
import { eventually, newKeyIn } from '../support/callers.js';
import { animalStore } from '../support/command.js';
import { IS_LONG } from '../support/long.js';
import { animalStoreProcess, serveWhenReady, type RunningService } from '../support/process.js';
import { testProgram } from '../support/program.js';
import { portOf, relayTo, withPort, type Relay } from '../support/relay.js';
import { describeFirst, SQL_SERVERS } from '../support/storages.js';
import type { DatabaseServer } from '../support/test-storage.js';
import { accountHolder, PASSWORD, type Visitor } from '../support/visitor.js';

/** The deadline, and a limit that a busy machine meets. Both are in milliseconds. */
const [DEADLINE, LIMIT] = [500, 4_000];

/**
 * How often a new service meets a silence if work is given up. A busy machine may give up a wait that is ending, but a
 * wait that goes on is given up each time.
 */
const RUNS = 3;
const GIVEN_UP = 'The service did not answer in time';

const OPERATIONS = ['GET /v1/pets', 'GET /v1/pets?status=sold', 'GET /v1/pets/1', 'POST /v1/pets', 'GET /v1/none'];
const PAGES = ['/animals', '/animals/new', '/account', '/account/keys/new'];
const FORMS = ['/account/sign-in', '/account/sign-up', '/account/password', '/account/keys/new', '/animals/new'];
/** Every command that opens a database by the deadline of a request. `copy` has time limits of its own. */
const COMMANDS = [
  'migrate',
  'migrate --status',
  'doctor',
  'accounts create someone@example.com',
  'accounts password someone@example.com',
  'accounts delete someone@example.com --yes',
  'accounts list',
  'keys create --account someone@example.com',
  'keys list',
  'keys revoke as_12345678',
];

/** How many connections the system accepts for a server that does not run. */
const BACKLOG = 4;

/** The first bytes of the message by which a client begins TLS. */
const CLIENT_HELLO = Buffer.from([0x16, 3, 1]);

/** A way in which a server falls silent. */
interface Silence {
  /** The DATABASE_URL by which programs reach the server. */
  readonly url: () => string;
  readonly begin: () => unknown;
  /** Whether a program has met it. */
  readonly wasSo: () => boolean;
}

describeFirst(SQL_SERVERS, 'a service whose database server falls silent', (kind) => {
  let server: DatabaseServer;
  let service: RunningService;
  let relay: Relay;
  let key: string;
  let visitor: Visitor;
  /** What the relay passes on. */
  let passes = { fromClient: true, fromServer: true };
  /** What it has not passed on. */
  const withheld: Buffer[] = [];
  const waiting: Socket[] = [];

  beforeAll(async () => {
    server = await kind.newServer();
    await server.start(`--back-log=${BACKLOG}`);
    relay = await relayTo(portOf(server.url), (client, target) => {
      client.on('data', (bytes) => (passes.fromClient ? target.write(bytes) : withheld.push(bytes)));
      target.on('data', (bytes) => passes.fromServer && client.write(bytes));
    });
    key = await newKeyIn(server.url);
  });
  afterAll(async () => {
    relay.close();
    await server.remove();
  });

  const relayed = (parameters: Record<string, string> = {}) =>
    Object.assign(new URL(withPort(server.url, relay.port)), { search: String(new URLSearchParams(parameters)) }).href;
  const SILENCES: Readonly<Record<string, Silence>> = {
    'is stopped': {
      url: () => server.url,
      begin: () => server.stall(),
      wasSo: () => true,
    },
    // The system drops the packets of new connections when its queue for the server is full.
    'gets no packets': {
      url: () => server.url,
      async begin() {
        server.stall();
        for (let count = 0; count < 3 * BACKLOG; count++) {
          waiting.push(connect(portOf(server.url), '127.0.0.1').on('error', () => undefined));
        }
        await eventually(() => waiting.filter(({ connecting }) => !connecting).length > BACKLOG);
      },
      wasSo: () => waiting.some(({ connecting }) => connecting),
    },
    'accepts connections and says nothing': {
      url: () => relayed(),
      begin: () => (passes = { fromClient: false, fromServer: false }),
      wasSo: () => withheld.length > 0,
    },
    'says nothing after it has agreed to TLS': {
      url: () => relayed({ 'ssl-mode': 'REQUIRED' }),
      begin: () => (passes = { fromClient: false, fromServer: true }),
      wasSo: () => withheld.some((bytes) => bytes.includes(CLIENT_HELLO)),
    },
  };

  const speakAgain = () => {
    for (const socket of waiting.splice(0)) socket.destroy();
    withheld.length = 0;
    passes = { fromClient: true, fromServer: true };
    server.resume();
  };
  afterEach(speakAgain);

  const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

  /**
   * Sends every request, at once or one by one. Returns those that had another response than 503, a late one, or one
   * whose work had to be given up, because a wait for the database went on.
   */
  async function late(inTurn: boolean): Promise<string[]> {
    const body = (method: string) => (method === 'POST' ? '{"name":"Rex","categoryId":1}' : null);
    const fields = { email: 'a@example.com', password: PASSWORD, name: 'Rex', categoryId: '1' };
    const calls = [
      ...OPERATIONS.map((operation) => async () => {
        const [method = '', path = ''] = operation.split(' ');
        const response = await fetch(service.url + path, { method, headers: headers(), body: body(method) });
        return { operation, status: response.status, text: await response.text() };
      }),
      ...PAGES.map((path) => async () => {
        const { status, html } = await visitor.get(path);
        return { operation: path, status, text: html };
      }),
      ...FORMS.map((path) => async () => {
        const { status, html } = await visitor.send(path, fields);
        return { operation: `form ${path}`, status, text: html };
      }),
    ];
    const found: string[] = [];
    const run = async (call: (typeof calls)[number]) => {
      const start = performance.now();
      const { operation, status, text } = await call();
      if (performance.now() - start > LIMIT || status !== 503 || text.includes(GIVEN_UP))
        found.push(`${operation} ${status} ${text}`);
    };
    if (inTurn) for (const call of calls) await run(call);
    else await Promise.all(calls.map(run));
    return found;
  }

  // Each takes half a minute of waits.
  test.each(Object.entries(SILENCES).slice(0, IS_LONG ? undefined : 1))(
    'ends every request and every command in time: it %s',
    async (_, silence) => {
      const { url, begin, wasSo } = silence;
      const env = { DATABASE_URL: url(), REQUEST_DEADLINE: `${DEADLINE}ms` };
      const meet = async () => {
        service = await serveWhenReady({ env: { ...env, SIGN_UP: 'open', DATABASE_POOL_SIZE: '3' } });
        const { storage, services, close } = await compose(testConfig({ storage: parseStorageUrl(server.url) }));
        await storage.connect();
        visitor = await accountHolder({ url: service.url, services }, `${randomUUID()}@example.com`);
        await close();
        await begin();
        return [await late(false), await late(true)];
      };

      let found = await meet();
      for (let run = 1; run < RUNS && found.flat().some((response) => response.includes(GIVEN_UP)); run++) {
        expect(found.flat().filter((response) => !response.includes(GIVEN_UP))).toEqual([]);
        speakAgain();
        await service.stop();
        found = await meet();
      }
      expect(found).toEqual([[], []]);
      const start = performance.now();
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      expect(performance.now() - start).toBeLessThan(LIMIT);
      const ended = COMMANDS.map(async (line) => ({ line, ...(await animalStore(line.split(' '), { env })) }));
      for (const each of await Promise.all(ended)) {
        expect(each).toMatchObject({ line: each.line, code: 69, stderr: expect.stringContaining('in time') });
      }
      // No connection that is left keeps a process running.
      expect((await animalStoreProcess(['doctor'], { env })).code).toBe(69);

      expect(wasSo()).toBe(true);
      speakAgain();
      await eventually(async () => (await fetch(`${service.url}/v1/pets`, { headers: headers() })).status === 200);
      await service.stop();
    },
  );

  test('knows every command', () => {
    const named = (command: Command): string[] =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.flatMap(named).map((name) => `${command.name()} ${name}`);
    const known = testProgram().commands.flatMap(named);
    const others = ['serve', 'copy', 'backup']; // The databases of which there are backups are files.
    expect(known.filter((name) => !COMMANDS.some((line) => line.startsWith(name)))).toEqual(others);
  });
});
