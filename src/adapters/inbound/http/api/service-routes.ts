import type { Phase } from '../middleware/admission.js';
import { docsRoutes } from './docs/routes.js';
import { sharedCheck } from './shared-check.js';
import { sendJson } from '../middleware/response.js';
import { acceptJson } from '../request/headers.js';
import type { OpenApiDocument, OpenApiServers } from './openapi/document.js';
import type { HttpRouter } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Store } from '../../../../domain/ports/store.js';

export interface Health {
  readonly store: Store;
  readonly phase: () => Phase;
}

/** Whether the process is alive, and whether it can serve requests. */
export function healthRoutes(router: HttpRouter, { store, phase }: Health): void {
  router.get('/livez', (ctx) => {
    acceptJson(ctx.req);
    sendJson(ctx, '{"status":"live"}');
  });

  const check = sharedCheck(() => store.check());
  router.get('/readyz', async (ctx) => {
    acceptJson(ctx.req);
    if (phase() !== 'serving') throw new DomainError('unavailable', `The service is ${phase()}.`);
    await check();
    sendJson(ctx, '{"status":"ready"}');
  });
}

/** @param metrics in the Prometheus text format, version 0.0.4 */
export function metricsRoute(router: HttpRouter, metrics: () => Promise<string>): void {
  router.get('/metrics', async (ctx) => {
    const body = await metrics();
    ctx.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    ctx.body = body;
  });
}

/** The OpenAPI document and the page that shows it; neither needs a key. */
export function documentRoutes(router: HttpRouter, servers: OpenApiServers): void {
  let document: Promise<OpenApiDocument> | undefined;

  /** Loads the YAML parser with the first request for the document. */
  function openApi(): Promise<OpenApiDocument> {
    return (document ??= import('./openapi/document.js').then(({ openApiDocument }) => openApiDocument(servers)));
  }

  router.get('/openapi.json', async (ctx) => {
    acceptJson(ctx.req);
    sendJson(ctx, (await openApi()).json);
  });

  router.get('/openapi.yaml', async (ctx) => {
    const { yaml } = await openApi();
    ctx.set('Content-Type', 'application/yaml; charset=utf-8'); // RFC 9512
    ctx.body = yaml;
  });

  docsRoutes(router, servers);
}
