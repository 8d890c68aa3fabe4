import { ContainerModule } from 'inversify';
import { CONFIG, identifier, METRICS, OPTIONAL_METRICS, PORT } from './ports.js';
import { SERVICES, type Services } from './use-cases.js';
import type { Config } from '../config.js';
import type { ServiceLog } from '../logging.js';
import type { Metrics } from '../metrics.js';
import { createAdminApp, createApp } from '../../adapters/inbound/http/app.js';
import { acceptedHosts } from '../../adapters/inbound/http/middleware/request-head.js';
import type { Phase } from '../../adapters/inbound/http/middleware/admission.js';
import { Semaphore } from '../../adapters/support/semaphore.js';
import type { Clock } from '../../domain/ports/security.js';

/** How many requests may wait for each one that is in flight, and for which share of their deadline. */
const WAITING = { perRequest: 64, share: 0.1 } as const;

/**
 * How many forms with a password are worked on at the same time, how many may wait, and for which share of their
 * deadline. Two passwords hashed at a time bound the memory, and leave half of the threads that Node.js uses for files
 * and DNS. The line is long, since a browser that waits costs less than one that is refused and tries again (ADR 13).
 */
const PASSWORDS = { atOnce: 2, maxWaiting: 256, share: 0.5 } as const;

export const HTTP = identifier<Http>('Http');

type Log = Pick<ServiceLog, keyof ServiceLog>;

/** Binds the HTTP interface. Only `serve` needs this module, which loads Koa. */
export function httpModule({ admin }: Pick<Config, 'admin'>, log: Log): ContainerModule {
  return new ContainerModule(({ bind, rebind }) => {
    rebind(PORT.auditLog).toConstantValue(log);
    if (admin) bind(METRICS).toResolvedValue(async () => new (await import('../metrics.js')).Metrics());
    bind(HTTP).toResolvedValue(httpInterface(log), [CONFIG, SERVICES, PORT.clock, OPTIONAL_METRICS]);
  });
}

/** The HTTP interface and those of its parts that the listening service uses. */
export type Http = ReturnType<ReturnType<typeof httpInterface>>;

function httpInterface(log: Log) {
  return (config: Config, services: Services, clock: Clock, metrics?: Metrics) => {
    const { admin, maxInFlight, requestDeadline: deadlineMs, publicBaseUrl } = config;
    const permits = new Semaphore(maxInFlight, maxInFlight * WAITING.perRequest);
    const passwordPermits = new Semaphore(PASSWORDS.atOnce, PASSWORDS.maxWaiting);
    metrics?.observeRequests(permits);
    const observers = metrics ? [metrics.observe, log.observe] : [log.observe];
    /** The service changes `phase` and, once it listens, sets `url`, which programs on this machine can call. */
    const status: { phase: Phase; url: string } = { phase: 'starting', url: '' };
    // The address never comes from the Host of a request, which its sender controls.
    const baseUrl = () => publicBaseUrl ?? `${status.url}/v1`;
    const app = createApp({
      ...config,
      ...services,
      clock,
      baseUrl,
      admission: {
        requests: { permits, maxWaitMs: deadlineMs * WAITING.share, deadlineMs },
        passwords: { permits: passwordPermits, maxWaitMs: deadlineMs * PASSWORDS.share, deadlineMs },
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
  };
}
