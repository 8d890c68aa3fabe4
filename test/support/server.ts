import { afterAll, jest } from '@jest/globals';
import type { Phase, RequestRecord } from '../../src/adapters/inbound/http/state.js';
import { listen, type ServerOptions } from '../../src/adapters/inbound/http/server/server.js';
import type { Config } from '../../src/infrastructure/config.js';
import { compose, PORTS, type Ports } from '../../src/infrastructure/container/compose.js';
import { HTTP, httpModule } from '../../src/infrastructure/container/http.js';
import { testConfig } from './config.js';
import { clientOf } from './http-client.js';

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** Replaces parts of the configuration and the adapters. The default storage is memory. */
export interface TestServerOptions extends Partial<Config>, Partial<Ports>, Partial<Omit<ServerOptions, keyof Config>> {
  /** The email of the account. */
  readonly email?: string;
}

const open = new Set<{ close(): Promise<void> }>();
afterAll(async () => {
  for (const server of open) await server.close();
});

/**
 * Starts the whole service on a real socket, with one account, one key, and a client that sends the key. It is closed after the last test of the
 * file.
 */
export async function startTestServer(options: TestServerOptions = {}) {
  const { email = 'tester@example.com' } = options;
  const config = testConfig(options);
  const records: RequestRecord[] = [];
  const errors: unknown[] = [];
  const log = {
    observe: (record: RequestRecord) => void records.push(record),
    onError: (error: unknown) => void errors.push(error),
  };
  const modules = [httpModule(config, log)];
  const { services, storage, get, close } = await compose(config, { modules, overrides: options });
  const ports = get(PORTS);
  await storage.connect();
  await storage.schema.migrate();
  await services.accounts.createAccount(email);
  const { key } = await services.apiKeys.createApiKey({ email });
  const { app, observers, permits, status } = get(HTTP);
  const listening = await listen(app, { ...config, observers });
  const { url } = listening;
  status.phase = 'serving';
  status.url = url;
  const port = Number(new URL(url).port);
  let stopped: Promise<void> | undefined;
  const server = {
    ...clientOf({ port, key }),
    /** The address at which it listens, such as http://127.0.0.1:40123. */
    url,
    port,
    /** The application, for a test that creates a server by itself. */
    handle: app,
    /** A valid API key, and the email of its account. */
    key,
    email,
    services,
    /** The adapters in use. A test may spy on one of them. */
    ports,
    /** The records of the requests, oldest first. */
    records,
    /** The permits of the requests that are worked on. */
    permits,
    /** The errors that no response could report. */
    errors,
    setPhase(phase: Phase) {
      status.phase = phase;
    },
    /** Stops listening, and keeps the storage open. @param drainMs the limit for requests in flight, in milliseconds */
    drain: (drainMs: number) => (stopped ??= listening.stop(drainMs)),
    /** @param drainMs as for `drain` */
    async close(drainMs = 0): Promise<void> {
      open.delete(server);
      await server.drain(drainMs);
      await close();
    },
  };
  open.add(server);
  return server;
}

/** Makes every list wait for `release`. `begun` counts the lists. */
export function holdLists({ services }: TestServer): { begun: () => number; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<{ pets: [] }>();
  const list = jest.spyOn(services.pets, 'listPets').mockReturnValue(promise);
  return { begun: () => list.mock.calls.length, release: () => resolve({ pets: [] }) };
}
