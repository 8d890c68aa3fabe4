import type { Config } from './config.js';
import type { Composition } from './container.js';
import { createAdminApp, createApp } from '../adapters/inbound/http/app.js';
import {
  admitted,
  ConcurrencyLimiter,
  type ConcurrencyLimits,
  type Phase,
} from '../adapters/inbound/http/middleware/admission.js';
import { acceptedHosts } from '../adapters/inbound/http/middleware/request-head.js';
import type { RequestObserver, RequestRecord } from '../adapters/inbound/http/server/request-record.js';
import { createPages } from '../adapters/inbound/http/pages/pages.js';
import { callableUrl } from '../adapters/inbound/http/server/server.js';

/** What the HTTP interface reads about the service while it runs. */
export interface ServiceStatus {
  phase: Phase;
  /** Where it listens; empty until it does. */
  url: string;
}

/** How many requests may wait for each that is in flight, and for what share of their deadline. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/**
 * Builds the HTTP interface on top of the object graph.
 * @param log where requests, and errors that no response can report any more, are logged
 * @param limits replaces those of the configuration, for tests
 * @returns `adminHandler` serves metrics and health, if ADMIN_PORT is set; `observe` reports a request to log and metrics
 */
export function createHttpInterface(
  config: Config,
  { services, ports, metrics }: Pick<Composition, 'services' | 'ports' | 'metrics'>,
  status: Readonly<ServiceStatus>,
  log: { readonly request: RequestObserver; readonly error: (error: unknown, requestId: string) => void },
  limits: Partial<ConcurrencyLimits> = {},
) {
  const limiter = new ConcurrencyLimiter({
    maxInFlight: config.maxInFlight,
    maxWaiting: config.maxInFlight * WAITING.perRequest,
    maxWaitMs: config.requestDeadline * WAITING.share,
    ...limits,
  });
  metrics?.observeLimiter(limiter);
  const observe = (record: RequestRecord) => {
    metrics?.observe(record);
    log.request(record);
  };
  const health = { store: services.store, phase: () => status.phase };
  const app = createApp({
    ...services,
    ...health,
    publicBaseUrl: config.publicBaseUrl,
    stagingBaseUrl: config.stagingBaseUrl,
    observe,
    onError: log.error,
    acceptsHost: acceptedHosts(config),
    corsOrigins: config.corsOrigins,
    rateLimit: config.rateLimit,
    pages: createPages({
      ...services,
      ...config,
      // Never from a request's Host, which its sender controls.
      baseUrl: () => config.publicBaseUrl ?? `${callableUrl(status.url)}/v1`,
      phase: health.phase,
      clock: ports.clock,
    }),
  });
  const adminHandler =
    metrics &&
    config.admin &&
    createAdminApp({
      ...health,
      metrics: metrics.read,
      observe: () => undefined,
      onError: log.error,
      acceptsHost: acceptedHosts(config.admin),
    });
  return { handler: admitted(app, limiter, config.requestDeadline), adminHandler, observe, limiter };
}
