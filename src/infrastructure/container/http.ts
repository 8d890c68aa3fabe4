import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { CONFIG, METRICS, OPTIONAL_METRICS, PORTS, SERVICES, type Ports, type Services } from './compose.js';
import type { Config } from '../config.js';
import type { ServiceLog } from '../logging.js';
import type { Metrics } from '../metrics.js';
import { createAdminApp, createApp } from '../../adapters/inbound/http/app.js';
import { acceptedHosts } from '../../adapters/inbound/http/request/host.js';
import type { Handler, RequestObserver, ServiceStatus } from '../../adapters/inbound/http/state.js';
import { Semaphore } from '../../adapters/support/semaphore.js';

/** How many requests may wait for each one that is in flight, and for which share of their time. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/**
 * How many forms with a password are worked on at the same time, how many may wait, how many of one network, and for
 * which share of their time. Two passwords hashed at a time bound the memory, and leave half of the threads that
 * Node.js uses for files and DNS. The queue is long, since a browser that waits costs less than one that is refused and
 * tries again (ADR 13). An office behind one router rarely signs in at the same moment.
 */
const PASSWORDS = { atOnce: 2, maxWaiting: 256, maxWaitingOfGroup: 16, share: 0.5 } as const;

export interface Http {
  readonly app: Handler;
  /** The application on ADMIN_PORT, if that is set. */
  readonly adminApp: Handler | undefined;
  readonly status: ServiceStatus;
  readonly observers: readonly RequestObserver[];
  readonly permits: Semaphore;
}

export const HTTP: ServiceIdentifier<Http> = Symbol('Http');

type Log = Pick<ServiceLog, 'observe' | 'onError'>;

const LOG: ServiceIdentifier<Log> = Symbol('Log');

/** Binds the HTTP interface. It has a file of its own, because it loads Koa, which only `serve` needs. */
export function httpModule({ admin }: Pick<Config, 'admin'>, log: Log): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (admin) bind(METRICS).toResolvedValue(async () => new (await import('../metrics.js')).Metrics());
    bind(LOG).toConstantValue(log);
    bind(HTTP).toResolvedValue(createHttp, [CONFIG, SERVICES, PORTS, LOG, OPTIONAL_METRICS]);
  });
}

function createHttp(config: Config, services: Services, { clock }: Ports, log: Log, metrics?: Metrics): Http {
  const { admin, maxInFlight, publicBaseUrl } = config;
  const permits = new Semaphore(maxInFlight, { maxWaiting: maxInFlight * WAITING.perRequest });
  const passwordPermits = new Semaphore(PASSWORDS.atOnce, PASSWORDS);
  metrics?.observeRequests(permits);
  const observers = metrics ? [metrics.observe, log.observe] : [log.observe];
  const status: ServiceStatus = { phase: 'starting', url: '' };
  // The address never comes from the Host of a request, which its sender controls.
  const baseUrl = () => publicBaseUrl ?? `${status.url}/v1`;
  const app = createApp({
    ...config,
    ...services,
    clock,
    baseUrl,
    admission: {
      requests: { permits, share: WAITING.share },
      passwords: { permits: passwordPermits, share: PASSWORDS.share },
    },
    status,
    acceptsHost: acceptedHosts(config),
    observers,
    onError: log.onError,
  });
  const adminApp =
    admin &&
    metrics &&
    createAdminApp({
      database: services.database,
      status,
      metrics: metrics.read,
      observers: [],
      onError: log.onError,
      acceptsHost: acceptedHosts(admin),
      trustProxy: 0,
    });
  return { app, adminApp, status, observers, permits };
}
