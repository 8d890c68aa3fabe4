import type { Config } from './config.js';
import type { Composition } from './container.js';
import { createAdminApp, createApp } from '../adapters/inbound/http/app.js';
import { docsFiles } from '../adapters/inbound/http/api/docs/files.js';
import type { OpenApiDocument } from '../adapters/inbound/http/api/openapi/document.js';
import type { Phase } from '../adapters/inbound/http/middleware/availability.js';
import { admission } from '../adapters/inbound/http/middleware/concurrency-limit.js';
import { Load, type LoadLimits } from '../adapters/inbound/http/middleware/load.js';
import type { RequestObserver, RequestRecord } from '../adapters/inbound/http/middleware/request-log.js';
import { createPages } from '../adapters/inbound/http/pages/pages.js';
import { readBody } from '../adapters/inbound/http/request/body.js';
import { callableUrl, type listen } from '../adapters/inbound/http/server/server.js';

type Handler = Parameters<typeof listen>[0];

/** What the HTTP interface reads about the service while it runs. */
export interface ServiceStatus {
  phase: Phase;
  /** Where it listens; empty until it does. */
  url: string;
}

export interface HttpInterface {
  readonly handler: Handler;
  /** Serves metrics and health. Present if ADMIN_PORT is set. */
  readonly adminHandler: Handler | undefined;
  readonly load: Load;
}

/** How many requests may wait for each that is in flight, and for what share of their deadline. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/** Builds the HTTP interface on top of the object graph. @param limits replaces those of the configuration, for tests */
export function createHttpInterface(
  config: Config,
  { services, metrics }: Pick<Composition, 'services' | 'metrics'>,
  status: Readonly<ServiceStatus>,
  log: RequestObserver,
  limits: Partial<LoadLimits> = {},
): HttpInterface {
  const load = new Load({
    maxInFlight: config.maxInFlight,
    maxWaiting: config.maxInFlight * WAITING.perRequest,
    patience: config.requestDeadline * WAITING.share,
    deadline: config.requestDeadline,
    ...limits,
  });
  metrics?.observeLoad(load);
  const observe = (record: RequestRecord) => {
    metrics?.observe(record);
    log(record);
  };
  const health = { store: services.store, phase: () => status.phase };
  const app = createApp({
    ...services,
    ...health,
    openApi: lazyDocument(config),
    docs: docsFiles(config),
    observe,
    rateLimit: config.rateLimit,
    neighbour: createPages({
      ...services,
      ...config,
      readBody,
      // Never from a request's Host, which its sender controls.
      baseUrl: () => config.publicBaseUrl ?? `${callableUrl(status.url)}/v1`,
      isReady: () => status.phase !== 'starting',
    }),
  });
  return {
    handler: admission(load, observe, app.callback()),
    adminHandler: metrics && createAdminApp({ ...health, metrics: metrics.read, observe: () => undefined }).callback(),
    load,
  };
}

/** Loads the YAML parser with the first request for the document. */
function lazyDocument(config: Config): () => Promise<OpenApiDocument> {
  let document: Promise<OpenApiDocument> | undefined;
  return () =>
    (document ??= import('../adapters/inbound/http/api/openapi/document.js').then(({ openApiDocument }) =>
      openApiDocument(config),
    ));
}
