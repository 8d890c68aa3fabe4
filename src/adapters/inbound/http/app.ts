import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { documentRoutes, type OpenApiServers } from './api/openapi/document.js';
import { deprecation, PET_PATH, sunset } from './api/pets/routes.js';
import { healthRoutes, metricsRoute, type Health } from './api/health.js';
import { apiRoutes, type ApiOptions } from './api/routes.js';
import { admission, availability, type AdmissionOptions } from './middleware/admission.js';
import { authentication } from './middleware/authentication.js';
import { crossOrigin } from './middleware/cors.js';
import { rateLimit, type RateLimit } from './middleware/rate-limit.js';
import { requestHead, requestLimits, requestTarget, type AcceptsHost } from './middleware/request-head.js';
import { requestLog } from './middleware/request-log.js';
import { response } from './middleware/response.js';
import { unmatched } from './middleware/unmatched.js';
import { browserSession, SessionCookie } from './pages/browser-session.js';
import { docsRoutes } from './pages/docs.js';
import { browserErrorHandler, pageErrorHandler } from './pages/errors.js';
import { readForm, sameOrigin } from './pages/form.js';
import type { PageMiddleware } from './pages/page-router.js';
import { pageRoutes, PAGES, type PagesOptions } from './pages/pages.js';
import { renderer } from './pages/render.js';
import { pathPrefix } from './request/path-prefix.js';
import type { Handler, RequestObserver } from './server/types.js';
import type { HttpApp, HttpContext, HttpMiddleware, HttpRouter } from './state.js';
import { Cohort } from '../../support/cohort.js';
import type { Authenticate } from '../../../application/api-keys/authenticate.js';
import type { ResumeSession } from '../../../application/sessions/resume-session.js';
import type { Clock } from '../../../domain/ports/security.js';

interface CommonOptions extends Health {
  readonly observe: RequestObserver;
  /** Called with an error that no response can report any more, such as a connection lost while a file is sent. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  readonly acceptsHost: AcceptsHost;
  readonly trustProxy: number;
}

export interface AppOptions extends CommonOptions, ApiOptions, OpenApiServers, PagesOptions {
  readonly authenticate: Authenticate;
  readonly resumeSession: ResumeSession;
  readonly admission: AdmissionOptions;
  /** Admits the forms with a password, which are slow, apart from other requests. */
  readonly passwordAdmission: AdmissionOptions;
  /** The origins whose scripts may call the API. By default only scripts of its own origin may. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Whether browsers reach the service over TLS only. */
  readonly cookieSecure: boolean;
  readonly clock: Clock;
}

/**
 * Lists the middleware in the order in which a request passes it. A route reads its body first and then takes a permit,
 * by `admit` or `forPages`. A form with a password takes one of its own kind, because it writes the counts of attempts
 * and hashes the password, so no number of sign-ins can make the API refuse a request.
 */
export function createApp(options: AppOptions): Handler {
  const { corsOrigins, getPet, publicBaseUrl } = options;
  const admit = admission(options.admission);
  const admitPassword = admission(options.passwordAdmission);
  const available = availability(options.status);
  const head = requestHead(options.acceptsHost);
  const cors = corsOrigins ? [crossOrigin(corsOrigins)] : [];
  const limit = options.rateLimit ? [rateLimit(options.rateLimit)] : [];

  const api = newRouter();
  apiRoutes(api, admit, options);
  const checks = [head, ...cors, requestLimits, available, authentication(options.authenticate), ...limit];
  const operations = [api.routes(), unmatched(api)];

  const prefix = pathPrefix(publicBaseUrl);
  const cookie = new SessionCookie(options.cookieSecure, prefix);
  const render = renderer(options.clock, prefix);
  // The session is looked up outside the permits, like the API key under /v1, so a flood of invented cookies takes no
  // permit.
  const session = [browserSession(options.resumeSession, cookie), ...limit];
  const open = [...session, admit];
  const sameSite = sameOrigin(options);
  const forPages: PageMiddleware = {
    open,
    page: [available, ...open],
    form: (fields) => {
      const hasPassword = fields.some((field) => field.includes('password'));
      return [sameSite, available, ...session, readForm(fields), hasPassword ? admitPassword : admit];
    },
  };
  const pages = newRouter();
  pageRoutes(pages, forPages, render, cookie, options);
  docsRoutes(pages, render);

  const service = newRouter();
  healthRoutes(service, options);
  documentRoutes(service, options);
  const others = [service.routes(), browserErrorHandler(render, ...open), unmatched(service, api)];
  const toPages = [requestLimits, pages.routes(), ...open, unmatched(pages)];

  const app = newApp(options, [api, pages, service]);
  app.use(
    byPath([
      // The errors of the request head carry the headers of the deprecation, too.
      [pathOf(api, PET_PATH), deprecation(publicBaseUrl), ...checks, sunset(getPet), ...operations],
      [/^\/v1(?:\/|$)/, ...checks, ...operations],
      [PAGES, head, pageErrorHandler(render), ...toPages],
      [/^\/docs$/, head, browserErrorHandler(render), ...toPages],
      [/^\/openapi\.(?:json|yaml)$/, head, ...cors, requestLimits, ...others],
      [/^/, head, requestLimits, ...others],
    ]),
  );
  return app.callback();
}

/** Creates the application with health and metrics for operators, which is served on an address of its own. */
export function createAdminApp(options: CommonOptions & { readonly metrics: () => Promise<string> }): Handler {
  const router = newRouter();
  healthRoutes(router, options);
  metricsRoute(router, options.metrics);

  const app = newApp(options, [router]);
  app.use(requestHead(options.acceptsHost));
  app.use(requestLimits);
  app.use(router.routes());
  app.use(unmatched(router));
  return app.callback();
}

/** Creates an application with the middleware that every request passes first. */
function newApp({ observe, onError, trustProxy }: CommonOptions, routers: readonly HttpRouter[]): HttpApp {
  const app: HttpApp = new Koa();
  // Without a listener Koa prints the error to standard error.
  app.on('error', (error: unknown, ctx: HttpContext) => onError?.(error, ctx.state.requestId));
  const arrivals = new Cohort();
  app.use((ctx, next) => {
    ctx.state.arrivedAt = performance.now();
    return arrivals.enter(next);
  });
  app.use(requestLog(observe, trustProxy, routers));
  app.use(response);
  app.use(requestTarget);
  return app;
}

/** Returns a router that matches paths exactly: it is case-sensitive and accepts no trailing slash. */
function newRouter(): HttpRouter {
  return new Router({ sensitive: true, strict: true });
}

/**
 * Runs the middleware of the first pattern that matches the path. So a request under /v1 skips the middleware of the
 * pages, and vice versa.
 */
export function byPath(lists: readonly (readonly [path: Pattern, ...middleware: HttpMiddleware[]])[]): HttpMiddleware {
  const composed = lists.map(([path, ...middleware]) => ({ path, run: compose(middleware) }));
  return (ctx, next) => composed.find(({ path }) => path.test(ctx.path))?.run(ctx, next);
}

type Pattern = Pick<RegExp, 'test'>;

/** Returns a pattern for the paths of one route of the router. A path belongs to the first route that matches it. */
export function pathOf(router: HttpRouter, route: string): Pattern {
  return { test: (path) => router.stack.find(({ regexp }) => regexp.test(path))?.path === route };
}
