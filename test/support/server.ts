import { admission } from '../../src/adapters/inbound/http/middleware/concurrency-limit.js';
import { createApp } from '../../src/adapters/inbound/http/app.js';
import type { Phase } from '../../src/adapters/inbound/http/middleware/availability.js';
import { docsFiles } from '../../src/adapters/inbound/http/api/docs/files.js';
import { Load, type LoadLimits } from '../../src/adapters/inbound/http/middleware/load.js';
import type { RequestRecord } from '../../src/adapters/inbound/http/middleware/request-log.js';
import { openApiDocument } from '../../src/adapters/inbound/http/api/openapi/document.js';
import type { RateLimit } from '../../src/adapters/inbound/http/middleware/rate-limit.js';
import { readBody } from '../../src/adapters/inbound/http/request/body.js';
import { createPages, type PagesOptions } from '../../src/adapters/inbound/http/pages/pages.js';
import type { Clock } from '../../src/domain/ports/clock.js';
import { memoryStorage, wire, type Services } from '../../src/infrastructure/container.js';
import { listen, type Server, type ServerOptions } from '../../src/adapters/inbound/http/server/server.js';

export interface TestServer {
  /** Where it listens, such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly port: number;
  /** A valid API key, and the email of its account. */
  readonly key: string;
  readonly email: string;
  readonly services: Services;
  /** What the observer was told, oldest first. */
  readonly records: RequestRecord[];
  readonly load: Load;
  setPhase(phase: Phase): void;
  /** @param patience how long requests may go on, in milliseconds; 0 unless told */
  close(patience?: number): Promise<void>;
}

export interface TestServerOptions extends Partial<ServerOptions>, Partial<LoadLimits> {
  /** The storage, as container.ts makes it; memory unless told. */
  readonly storage?: Parameters<typeof wire>[0];
  readonly clock?: Clock;
  readonly publicBaseUrl?: string;
  readonly stagingBaseUrl?: string;
  readonly rateLimit?: RateLimit;
  /** Of the web pages; without TLS, without a proxy and open to all unless told. */
  readonly pages?: Partial<PagesOptions>;
  /** Of the account. */
  readonly email?: string;
}

/** The whole service over a real socket, with one account and one key. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const {
    storage = memoryStorage(),
    clock,
    publicBaseUrl,
    stagingBaseUrl,
    rateLimit,
    pages,
    email = 'tester@example.com',
    ...others
  } = options;
  const { maxInFlight = 1000, maxWaiting = 0, patience = 1000, deadline = 10_000, ...server } = others;
  const load = new Load({ maxInFlight, maxWaiting, patience, deadline });
  const services = wire(storage, clock);
  await services.createAccount.execute(email);
  const { key } = await services.issueApiKey.execute({ email });
  const records: RequestRecord[] = [];
  const observe = (record: RequestRecord) => void records.push(record);
  let phase: Phase = 'serving';
  const urls = { publicBaseUrl, stagingBaseUrl };
  const app = createApp({
    ...services,
    openApi: async () => openApiDocument(urls),
    docs: docsFiles(urls),
    observe,
    rateLimit,
    phase: () => phase,
    neighbour: createPages({
      ...services,
      readBody,
      publicBaseUrl,
      baseUrl: () => publicBaseUrl ?? `${listening.url}/v1`,
      signUpOpen: true,
      cookieSecure: false,
      trustProxy: 0,
      isReady: () => phase !== 'starting',
      ...pages,
    }),
  });
  const listening: Server = await listen(admission(load, observe, app.callback()), {
    host: '127.0.0.1',
    port: 0,
    ...server,
  });
  return {
    url: listening.url,
    port: Number(new URL(listening.url).port),
    key,
    email,
    services,
    records,
    load,
    setPhase(next) {
      phase = next;
    },
    close: (patience = 0) => listening.stop(patience),
  };
}
