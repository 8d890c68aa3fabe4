import { LRUCache } from 'lru-cache';
import { sendJson } from '../middleware/response.js';
import type { HttpMiddleware, HttpRouter, ServiceStatus } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';
import type { DatabaseHealth } from '../../../../domain/ports/health.js';

export interface Health {
  readonly database: DatabaseHealth;
  readonly status: Readonly<ServiceStatus>;
}

const [LIVE, READY, METRICS] = ['/livez', '/readyz', '/metrics'];

export function isProbe(path: string | undefined): boolean {
  return path === LIVE || path === READY;
}

/** Adds the probes: whether the process is live, and whether it is ready for requests. They ignore Accept. */
export function healthRoutes(
  router: HttpRouter,
  before: readonly HttpMiddleware[],
  { database, status }: Health,
): void {
  router.get(LIVE, ...before, (ctx) => {
    sendJson(ctx, '{"status":"live"}');
  });

  // Probes need no key, and no limit of requests refuses them. Therefore they share a running check, and its result is
  // kept for a second. A failure is also kept, because the next check may open another connection.
  const fetchMethod = () => database.check().then(() => 'passed' as const, asError);
  const checks = new LRUCache<'database', 'passed' | Error>({ max: 1, ttl: 1000, fetchMethod });
  router.get(READY, ...before, async (ctx) => {
    if (status.phase !== 'serving') throw new DomainError('unavailable', `The service is ${status.phase}.`);
    const result = await checks.fetch('database');
    if (result instanceof Error) throw result;
    // With a fault of writes the status is still 200: another replica would do no better, and a balancer that removed
    // this one would also end the reads. A server that is read-only for now has failed the check: another replica may
    // reach the new primary.
    sendJson(ctx, JSON.stringify(readiness(database.writeFault())));
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function readiness(writeFault: string | undefined) {
  return writeFault === undefined ? { status: 'ready' } : { status: 'refuses-writes', reason: writeFault };
}

export function metricsRoute(router: HttpRouter, metrics: () => Promise<string>): void {
  router.get(METRICS, async (ctx) => {
    const body = await metrics();
    ctx.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    ctx.body = body;
  });
}
