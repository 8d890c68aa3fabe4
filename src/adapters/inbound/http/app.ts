import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { documentRoutes, type OpenApiServers } from './api/openapi/document.js';
import { announceRemoval, endAtRemoval, petRoutes } from './api/pets/routes.js';
import { healthRoutes, isProbe, metricsRoute, type Health } from './api/probes.js';
import { admission, type AdmissionOptions } from './middleware/admission.js';
import { authentication } from './middleware/authentication.js';
import { crossOrigin } from './middleware/cross-origin.js';
import { deadline } from './middleware/deadline.js';
import { rateLimit, type RateLimit } from './middleware/rate-limit.js';
import { requestHead } from './middleware/request-head.js';
import { requestLog, routeOf } from './middleware/request-log.js';
import { response, sendErrorJson } from './middleware/response.js';
import { unmatched } from './middleware/unmatched.js';
import { browserSession, sessionCookie } from './pages/support/browser-session.js';
import { pageErrors } from './pages/support/error-pages.js';
import { sameOrigin } from './pages/support/form.js';
import { Notices } from './pages/support/notices.js';
import { PageRouter } from './pages/support/page-router.js';
import { isPagePath, pageRoutes, type PagesOptions } from './pages/pages.js';
import { passwordAdmission } from './pages/support/password-admission.js';
import { renderer } from './pages/support/render.js';
import type { AcceptsHost } from './request/host.js';
import type {
  Handler,
  HttpApp,
  HttpContext,
  HttpMiddleware,
  HttpRouter,
  RequestObserver,
  ServiceStatus,
} from './state.js';
import { DomainError } from '../../../domain/errors.js';
import type { Clock } from '../../../domain/ports/security.js';

interface CommonOptions extends Health {
  readonly observers: readonly RequestObserver[];
  /** Called with an error that no response can report any more, such as a connection lost while a file is sent. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  readonly acceptsHost: AcceptsHost;
  readonly trustProxy: number;
}

export interface AppOptions extends CommonOptions, PagesOptions, OpenApiServers {
  readonly clock: Clock;
  /** The origins whose scripts may call the API. By default only scripts of its own origin may. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly cookieSecure: boolean;
  /** The forms with a password, which are slow, are admitted apart from other requests. */
  readonly admission: { readonly requests: AdmissionOptions; readonly passwords: AdmissionOptions };
  readonly rateLimit?: RateLimit | undefined;
}

interface Parts {
  readonly sendError: (ctx: HttpContext, error: unknown) => void;
  /** Sets headers of every response to a path. */
  readonly announce?: (ctx: HttpContext) => void;
  readonly router: HttpRouter;
  readonly otherwise: HttpMiddleware;
}

/** Creates an application. Every request passes this middleware, in this order. */
function newApp(
  { observers, onError, acceptsHost, trustProxy }: CommonOptions,
  { sendError, announce, router, otherwise }: Parts,
): Handler {
  // Probes tell nothing, and the address that they name is not known in advance, such as that of a pod.
  const accepts = (host: string, path: string) => acceptsHost(host) || isProbe(path);
  const app: HttpApp = new Koa();
  // Without a listener Koa prints the error to standard error.
  app.on('error', (error: unknown, ctx: HttpContext) => onError?.(error, ctx.req.id));
  app.use(requestLog(observers, trustProxy));
  app.use(response(sendError));
  app.use(requestHead({ accepts, trustProxy, announce }));
  app.use(deadline);
  app.use(router.routes());
  app.use(otherwise);
  return app.callback();
}

/** The API and the pages: a request then passes the list of its kind, and ends at its route. */
export function createApp(options: AppOptions): Handler {
  const { apiKeys, pets, sessions, trustProxy } = options;
  const prefix = pathPrefix(options.publicBaseUrl);
  const scope = { secure: options.cookieSecure, prefix };
  const cookie = sessionCookie(scope);
  const notices = new Notices(scope);
  const render = renderer(options.clock, prefix, notices);
  const cors = options.corsOrigins ? [crossOrigin(options.corsOrigins)] : [];
  const limit = options.rateLimit ? [rateLimit(options.rateLimit)] : [];
  const available = availability(options.status);
  const admit = admission(options.admission.requests);
  const admitPassword = passwordAdmission(options.admission.passwords, (client) => sessions.countAsSignIn(client));
  const router = newRouter();

  // A key or a session is looked up before the request waits for a permit, so a flood of invented ones takes none.
  const api = compose([...cors, available, authentication(apiKeys), ...limit]);
  const page = compose([available, browserSession(sessions, cookie), ...limit]);
  const form = compose([sameOrigin(options.publicBaseUrl, options.cookieSecure), page]);

  petRoutes(router, api, admit, prefix, pets);
  pageRoutes(
    new PageRouter({ router, page, form, admit, admitPassword, render, cookie, notices, prefix, trustProxy }),
    options,
  );
  healthRoutes(router, cors, options);
  documentRoutes(router, cors, options);

  const unmatchedApi = compose([api, endAtRemoval(pets), unmatched]);
  const unmatchedFile = compose([...cors, unmatched]);
  const otherwise: HttpMiddleware = (ctx, next): unknown => {
    if (isApiPath(ctx.path)) return unmatchedApi(ctx, next);
    return isPagePath(ctx.path) ? unmatched(ctx, next) : unmatchedFile(ctx, next);
  };
  const sendErrorPage = pageErrors(render);
  const sendError = (ctx: HttpContext, error: unknown) =>
    isForPeople(ctx) ? sendErrorPage(ctx, error) : sendErrorJson(ctx, error);
  return newApp(options, { sendError, announce: announceRemoval(prefix), router, otherwise });
}

/** For operators, on an address of its own. */
export function createAdminApp(options: CommonOptions & { readonly metrics: () => Promise<string> }): Handler {
  const router = newRouter();
  healthRoutes(router, [], options);
  metricsRoute(router, options.metrics);
  return newApp(options, { sendError: sendErrorJson, router, otherwise: unmatched });
}

/** Returns a router that matches paths exactly: it is case-sensitive and accepts no trailing slash. */
function newRouter(): HttpRouter {
  return new Router({ sensitive: true, strict: true });
}

/** Whether the path belongs to the API, even if no operation has it. */
function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Whether an error is shown as a page: at the address of a page, and at one outside the API that no route has. */
function isForPeople(ctx: HttpContext): boolean {
  if (!ctx.url.startsWith('/') || isApiPath(ctx.path)) return false;
  return isPagePath(ctx.path) || routeOf(ctx) === undefined;
}

/**
 * Begins every address that the service gives to clients, such as `/shop` for `https://example.com/shop/v1`. A proxy
 * removes it before it passes a request on.
 */
function pathPrefix(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? '' : new URL(publicBaseUrl).pathname.replace(/\/v1$/, '');
}

/** Refuses every request until the database is prepared. Those that arrive while the service drains are served. */
function availability(status: Readonly<ServiceStatus>): HttpMiddleware {
  return (_, next) => {
    if (status.phase === 'starting')
      throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}
