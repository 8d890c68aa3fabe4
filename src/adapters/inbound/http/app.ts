import Router from '@koa/router';
import Koa from 'koa';
import type { OpenApiServers } from './api/openapi/document.js';
import { petRoutes, type PetOptions } from './api/pets/routes.js';
import { healthRoutes, metricsRoute, serviceRoutes, type Health } from './api/service-routes.js';
import { authentication } from './middleware/authentication.js';
import { availability } from './middleware/availability.js';
import { concurrencyLimit, type ConcurrencyLimiter } from './middleware/concurrency-limit.js';
import { crossOrigin, isCrossOriginPath } from './middleware/cors.js';
import { deadline } from './middleware/deadline.js';
import { deprecation, isPetPath, sunset } from './middleware/deprecation.js';
import { earlyResponse } from './middleware/early-response.js';
import { errorHandler } from './middleware/error-handler.js';
import { hostCheck } from './middleware/host.js';
import { rateLimit, type RateLimit } from './middleware/rate-limit.js';
import { requestLog, type RequestObserver } from './middleware/request-log.js';
import { isProbe, requestTarget } from './middleware/request-target.js';
import { standardHeaders } from './middleware/standard-headers.js';
import { transferEncoding } from './middleware/transfer-encoding.js';
import { unmatched } from './middleware/unmatched.js';
import type { Pages } from './pages/pages.js';
import type { HttpMiddleware, State } from './state.js';
import type { Authenticate } from '../../../application/api-keys/authenticate.js';

interface CommonOptions extends Health {
  readonly observe: RequestObserver;
  /** Called with an error that no response can report any more, such as a connection lost while a file is sent. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  /** Whether requests may name this host; absent: any host. */
  readonly acceptsHost?: ((hostname: string) => boolean) | undefined;
}

export interface AppOptions extends CommonOptions, OpenApiServers, PetOptions {
  readonly authenticate: Authenticate;
  readonly limiter: ConcurrencyLimiter;
  /** How long the work on one request may take, in milliseconds. */
  readonly deadlineMs: number;
  /** The origins whose scripts may call the API; absent: none but its own. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Absent: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Answers for `/` and `/account`. */
  readonly pages?: Pages | undefined;
}

/** The public HTTP interface. A request passes the middleware from top to bottom. */
export function createApp(options: AppOptions): Koa<State> {
  // Paths match exactly: case-sensitive, no trailing slash.
  const router = new Router<State>({ sensitive: true, strict: true });
  petRoutes(router, options);
  healthRoutes(router, options);
  serviceRoutes(router, options);

  const app = newApp(options);
  app.use(requestLog(options.observe));
  app.use(earlyResponse);
  app.use(standardHeaders);
  app.use(errorHandler);
  app.use(requestTarget);
  app.use(only(isPetPath, deprecation(options.publicBaseUrl)));
  app.use(hostCheck(options.acceptsHost ?? anyHost));
  app.use(transferEncoding);
  if (options.corsOrigins) app.use(only(isCrossOriginPath, crossOrigin(options.corsOrigins)));
  if (options.pages) app.use(only(isPagePath, options.pages.errorHandler));
  app.use(only(isNoProbe, concurrencyLimit(options.limiter)));
  app.use(only(isNoProbe, deadline(options.deadlineMs)));
  app.use(only(isApiPath, availability(options.phase)));
  app.use(only(isApiPath, authentication(options.authenticate)));
  if (options.rateLimit) app.use(only(isApiPath, rateLimit(options.rateLimit)));
  app.use(only(isPetPath, sunset(options.getPet)));
  if (options.pages) app.use(only(isPagePath, options.pages.routes));
  app.use(router.routes());
  app.use(unmatched(router));
  return app;
}

export interface AdminOptions extends CommonOptions {
  /** In the Prometheus text format. */
  readonly metrics: () => Promise<string>;
}

/** Health and metrics for operators, served on an address of its own. */
export function createAdminApp(options: AdminOptions): Koa<State> {
  const router = new Router<State>({ sensitive: true, strict: true });
  healthRoutes(router, options);
  metricsRoute(router, options.metrics);

  const app = newApp(options);
  app.use(requestLog(options.observe));
  app.use(earlyResponse);
  app.use(standardHeaders);
  app.use(errorHandler);
  app.use(requestTarget);
  app.use(hostCheck(options.acceptsHost ?? anyHost));
  app.use(transferEncoding);
  app.use(router.routes());
  app.use(unmatched(router));
  return app;
}

function newApp({ onError }: CommonOptions): Koa<State> {
  const app = new Koa<State>();
  // Without a listener Koa prints the error to standard error, beside the log.
  app.on('error', (error: unknown, ctx: Koa.ParameterizedContext<State>) => onError?.(error, ctx.state.requestId));
  return app;
}

/** Runs a middleware for some paths alone. */
function only(matches: (path: string) => boolean, middleware: HttpMiddleware): HttpMiddleware {
  return async (ctx, next) => {
    if (matches(ctx.path)) await middleware(ctx, next);
    else await next();
  };
}

function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

function isPagePath(path: string): boolean {
  return path === '/' || path === '/account' || path.startsWith('/account/');
}

function isNoProbe(path: string): boolean {
  return !isProbe(path);
}

function anyHost(): boolean {
  return true;
}
