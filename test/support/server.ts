import { afterAll, jest } from '@jest/globals';
import type { Phase } from '../../src/adapters/inbound/http/middleware/admission.js';
import type { RequestRecord } from '../../src/adapters/inbound/http/server/types.js';
import { listen, type ServerOptions } from '../../src/adapters/inbound/http/server/server.js';
import type { Semaphore } from '../../src/adapters/support/semaphore.js';
import type { Config } from '../../src/infrastructure/config.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { HTTP, httpModule } from '../../src/infrastructure/container/http.js';
import { PORT, resolveAll, type Ports } from '../../src/infrastructure/container/identifiers.js';
import type { Services } from '../../src/infrastructure/container/use-cases.js';
import { testConfig } from './config.js';
import { clientOf, type Client } from './http-client.js';

/** A server with a client that sends the server's key. */
export interface TestServer extends Client {
  /** The address at which it listens, such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly port: number;
  /** A valid API key, and the email of its account. */
  readonly key: string;
  readonly email: string;
  readonly services: Services;
  /** The adapters in use. A test may spy on one of them. */
  readonly ports: Ports;
  /** The records of the requests, oldest first. */
  readonly records: RequestRecord[];
  /** The permits of the requests that are worked on. */
  readonly permits: Semaphore;
  /** The errors that no response could report. */
  readonly errors: unknown[];
  setPhase(phase: Phase): void;
  /** @param drainMs the limit for requests in flight, in milliseconds */
  close(drainMs?: number): Promise<void>;
}

/** Replaces parts of the configuration and the adapters. The default storage is memory. */
export interface TestServerOptions extends Partial<Config>, Partial<Ports>, Partial<Omit<ServerOptions, keyof Config>> {
  /** The email of the account. */
  readonly email?: string;
}

const open = new Set<TestServer>();
afterAll(async () => {
  for (const server of open) await server.close();
});

/**
 * Starts the whole service on a real socket, with one account and one key. It is closed after the last test of the
 * file.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { email = 'tester@example.com' } = options;
  const config = testConfig(options);
  const records: RequestRecord[] = [];
  const errors: unknown[] = [];
  const log = {
    record() {},
    observe: (record: RequestRecord) => void records.push(record),
    onError: (error: unknown) => void errors.push(error),
  };
  const modules = [httpModule(config, log)];
  const { services, storage, get, close } = await compose(config, { modules, overrides: options });
  await storage.connect();
  await services.schema.migrate();
  await services.createAccount.execute(email);
  const { key } = await services.issueApiKey.execute({ email });
  const { app, observe, permits, status } = get(HTTP);
  const listening = await listen(app, { ...config, observe });
  const { url } = listening;
  status.phase = 'serving';
  status.url = url;
  const port = Number(new URL(url).port);
  const server: TestServer = {
    ...clientOf({ port, key }),
    url,
    port,
    key,
    email,
    services,
    ports: resolveAll(get, PORT),
    records,
    permits,
    errors,
    setPhase(phase) {
      status.phase = phase;
    },
    async close(drainMs = 0) {
      open.delete(server);
      await listening.stop(drainMs);
      await close();
    },
  };
  open.add(server);
  return server;
}

/** Makes every list wait for `release`. `begun` counts the lists. */
export function holdLists({ services }: TestServer): { begun: () => number; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<{ pets: [] }>();
  const list = jest.spyOn(services.listPets, 'execute').mockReturnValue(promise);
  return { begun: () => list.mock.calls.length, release: () => resolve({ pets: [] }) };
}
