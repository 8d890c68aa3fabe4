import type { Status } from '../middleware/availability.js';
import { sharedCheck } from './shared-check.js';
import { sendJson } from '../middleware/response.js';
import { acceptJson } from '../request/headers.js';
import type { HttpRouter } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Schema } from '../../../outbound/storage.js';

export interface Health {
  readonly schema: Pick<Schema, 'check'>;
  readonly status: Status;
}

const [LIVE, READY, METRICS] = ['/livez', '/readyz', '/metrics'];

/** Whether a route is for monitoring. */
export function isProbe(route: string | undefined): boolean {
  return route === LIVE || route === READY || route === METRICS;
}

/** Whether the process is alive, and whether it can serve requests. */
export function healthRoutes(router: HttpRouter, { schema, status }: Health): void {
  router.get(LIVE, (ctx) => {
    acceptJson(ctx.req);
    sendJson(ctx, '{"status":"live"}');
  });

  const check = sharedCheck(() => schema.check());
  router.get(READY, async (ctx) => {
    acceptJson(ctx.req);
    if (status.phase !== 'serving') throw new DomainError('unavailable', `The service is ${status.phase}.`);
    await check();
    sendJson(ctx, '{"status":"ready"}');
  });
}

/** @param metrics in the Prometheus text format, version 0.0.4 */
export function metricsRoute(router: HttpRouter, metrics: () => Promise<string>): void {
  router.get(METRICS, async (ctx) => {
    const body = await metrics();
    ctx.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    ctx.body = body;
  });
}
