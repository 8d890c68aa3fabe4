import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import { ADMIN_APP, APP, CONFIG, METRICS, OBSERVER, OPTIONAL_METRICS, PERMITS, PORT, STATUS } from './identifiers.js';
import { SERVICES } from './use-cases.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import { createAdminApp, createApp, type AppOptions } from '../../adapters/inbound/http/app.js';
import { acceptedHosts } from '../../adapters/inbound/http/middleware/accepted-hosts.js';
import type { RequestObserver } from '../../adapters/inbound/http/server/types.js';
import { callableUrl } from '../../adapters/inbound/http/server/server.js';
import { Semaphore } from '../../adapters/support/semaphore.js';

/** How requests wait for a permit. */
export interface WaitLimits {
  /** The most requests that wait. */
  readonly maxWaiting: number;
  /** How long a request waits before it is refused, in milliseconds. */
  readonly maxWaitMs: number;
}

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
  limits: Partial<WaitLimits> = {},
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(STATUS).toConstantValue({ phase: 'starting', url: '' });
    bind(OBSERVER).toResolvedValue(
      (metrics?: Metrics): RequestObserver =>
        metrics === undefined
          ? observe
          : (record) => {
              metrics.observe(record);
              observe(record);
            },
      [OPTIONAL_METRICS],
    );
    bind(PERMITS).toResolvedValue(
      ({ maxInFlight }: Config, metrics?: Metrics) => {
        const permits = new Semaphore(maxInFlight, limits.maxWaiting ?? maxInFlight * WAITING.perRequest);
        metrics?.observeRequests(permits);
        return permits;
      },
      [CONFIG, OPTIONAL_METRICS],
    );
    bind(APP).toResolvedValue(
      (config, services, clock, status, observer, permits) => {
        const maxWaitMs = limits.maxWaitMs ?? config.requestDeadline * WAITING.share;
        return createApp({
          ...services,
          ...config,
          clock,
          status,
          // Never from a request's Host, which its sender controls.
          baseUrl: () => config.publicBaseUrl ?? `${callableUrl(status.url)}/v1`,
          acceptedHosts: acceptedHosts(config),
          admission: { permits, maxWaitMs, deadlineMs: config.requestDeadline },
          observe: observer,
          onError,
        });
      },
      [CONFIG, SERVICES, PORT.clock, STATUS, OBSERVER, PERMITS],
    );
    if (admin) bindAdmin(bind, admin, onError);
  });
}

/** Metrics, and the HTTP interface for operators. */
function bindAdmin(
  bind: ContainerModuleLoadOptions['bind'],
  admin: NonNullable<Config['admin']>,
  onError: AppOptions['onError'],
): void {
  bind(METRICS).toResolvedValue(async () => new (await import('../metrics.js')).Metrics());
  bind(ADMIN_APP).toResolvedValue(
    (metrics, schema, status) =>
      createAdminApp({
        schema,
        status,
        metrics: metrics.read,
        observe: () => undefined,
        onError,
        acceptedHosts: acceptedHosts(admin),
      }),
    [METRICS, PORT.schema, STATUS],
  );
}
