import { ContainerModule } from 'inversify';
import {
  ADMIN_APP,
  APP,
  CONFIG,
  LIMITER,
  METRICS,
  OBSERVER,
  OPTIONAL_METRICS,
  PAGES,
  PORT,
  STATUS,
} from './identifiers.js';
import { SERVICES } from './use-cases.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { createAdminApp, createApp, type AppOptions } from '../../adapters/inbound/http/app.js';
import {
  admitted,
  ConcurrencyLimiter,
  type ConcurrencyLimits,
} from '../../adapters/inbound/http/middleware/admission.js';
import { acceptedHosts } from '../../adapters/inbound/http/middleware/accepted-hosts.js';
import type { RequestObserver } from '../../adapters/inbound/http/server/request-record.js';
import { createPages } from '../../adapters/inbound/http/pages/pages.js';
import { callableUrl } from '../../adapters/inbound/http/server/server.js';

/** How many requests may wait for each that is in flight, and for what share of their deadline. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/**
 * The HTTP interface. Loaded by `serve` only: it loads Koa.
 * @param log where requests, and errors that no response can report, are logged
 * @param limits replace those of the configuration, for tests
 */
export function httpModule(
  { admin }: Pick<Config, 'admin'>,
  { observe, onError }: Pick<AppOptions, 'observe' | 'onError'>,
  limits: Partial<ConcurrencyLimits> = {},
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(STATUS).toConstantValue({ phase: 'starting', url: '' });
    bind(OBSERVER).toResolvedValue(
      (metrics?: Metrics): RequestObserver =>
        (record) => {
          metrics?.observe(record);
          observe(record);
        },
      [OPTIONAL_METRICS],
    );
    bind(LIMITER).toResolvedValue(
      ({ maxInFlight, requestDeadline }: Config, metrics?: Metrics) => {
        const maxWaiting = maxInFlight * WAITING.perRequest;
        const maxWaitMs = requestDeadline * WAITING.share;
        const limiter = new ConcurrencyLimiter({ maxInFlight, maxWaiting, maxWaitMs, ...limits });
        metrics?.observeLimiter(limiter);
        return limiter;
      },
      [CONFIG, OPTIONAL_METRICS],
    );
    bind(PAGES).toResolvedValue(
      (config, services, clock, status) =>
        createPages({
          ...services,
          ...config,
          // Never from a request's Host, which its sender controls.
          baseUrl: () => config.publicBaseUrl ?? `${callableUrl(status.url)}/v1`,
          phase: () => status.phase,
          clock,
        }),
      [CONFIG, SERVICES, PORT.clock, STATUS],
    );
    bind(APP).toResolvedValue(
      (config, services, status, pages, observer, limiter) => {
        const phase = () => status.phase;
        const hosts = { acceptedHosts: acceptedHosts(config) };
        const app = createApp({ ...services, ...config, ...hosts, phase, pages, observe: observer, onError });
        return admitted(app, limiter, config.requestDeadline);
      },
      [CONFIG, SERVICES, STATUS, PAGES, OBSERVER, LIMITER],
    );
    if (admin === undefined) return;
    bind(METRICS).toResolvedValue(async () => new (await import('../metrics.js')).Metrics());
    bind(ADMIN_APP).toResolvedValue(
      (metrics, store, status) =>
        createAdminApp({
          store,
          phase: () => status.phase,
          metrics: metrics.read,
          observe: () => undefined,
          onError,
          acceptedHosts: acceptedHosts(admin),
        }),
      [METRICS, PORT.store, STATUS],
    );
  });
}
