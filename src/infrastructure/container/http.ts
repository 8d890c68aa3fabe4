import { ContainerModule } from 'inversify';
import { CONFIG, identifier, METRICS, OPTIONAL_METRICS, PORT, type Ports } from './identifiers.js';
import { SERVICES, type Services } from './use-cases.js';
import type { Config } from '../config.js';
import type { ServiceLog } from '../logging.js';
import type { Metrics } from '../metrics.js';
import { createAdminApp, createApp } from '../../adapters/inbound/http/app.js';
import { acceptedHosts } from '../../adapters/inbound/http/middleware/request-head.js';
import type { Phase } from '../../adapters/inbound/http/middleware/availability.js';
import type { Handler, RequestObserver } from '../../adapters/inbound/http/server/types.js';
import { Semaphore } from '../../adapters/support/semaphore.js';

/** How many requests may wait for each that is in flight, and for what share of their deadline. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/** The HTTP interface, and the parts of it that the service which listens uses. */
export interface Http {
  readonly app: Handler;
  /** For operators, if ADMIN_PORT is set: metrics and health. */
  readonly adminApp: Handler | undefined;
  /** The service changes `phase`, and sets `url`, which programs on this machine can call, once it listens. */
  readonly status: { phase: Phase; url: string };
  /** Reports a request to log and metrics. */
  readonly observe: RequestObserver;
  /** One for each request that is worked on. */
  readonly permits: Semaphore;
}

export const HTTP = identifier<Http>('Http');

/**
 * The HTTP interface. Loaded by `serve` only: it loads Koa.
 * @param log of authentication events, requests, and errors that no response can report
 */
export function httpModule({ admin }: Pick<Config, 'admin'>, log: Pick<ServiceLog, keyof ServiceLog>): ContainerModule {
  return new ContainerModule(({ bind, rebind }) => {
    rebind(PORT.auditLog).toConstantValue(log);
    if (admin) bind(METRICS).toResolvedValue(async () => new (await import('../metrics.js')).Metrics());
    bind(HTTP).toResolvedValue(
      (config: Config, services: Services, clock: Ports['clock'], metrics?: Metrics) => {
        const { maxInFlight, requestDeadline: deadlineMs, publicBaseUrl } = config;
        const permits = new Semaphore(maxInFlight, maxInFlight * WAITING.perRequest);
        metrics?.observeRequests(permits);
        const observeBoth: RequestObserver = (record) => {
          metrics?.observe(record);
          log.observe(record);
        };
        const observe = metrics ? observeBoth : log.observe;
        const status: Http['status'] = { phase: 'starting', url: '' };
        const app = createApp({
          ...services,
          ...config,
          clock,
          status,
          // Never from a request's Host, which its sender controls.
          baseUrl: () => publicBaseUrl ?? `${status.url}/v1`,
          acceptsHost: acceptedHosts(config),
          admission: { permits, maxWaitMs: deadlineMs * WAITING.share, deadlineMs },
          observe,
          onError: log.onError,
        });
        const adminApp =
          admin &&
          metrics &&
          createAdminApp({
            schema: services.schema,
            status,
            metrics: metrics.read,
            observe: () => undefined,
            onError: log.onError,
            acceptsHost: acceptedHosts(admin),
          });
        return { app, adminApp, status, observe, permits };
      },
      [CONFIG, SERVICES, PORT.clock, OPTIONAL_METRICS],
    );
  });
}
