import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { documentRoutes, type OpenApiServers } from './api/openapi/document.js';
import { deprecation, petRoutes, sunset } from './api/pets/routes.js';
import { healthRoutes, metricsRoute, type Health } from './api/health.js';
import { admission, availability, type AdmissionOptions } from './middleware/admission.js';
import { authentication } from './middleware/authentication.js';
import { crossOrigin } from './middleware/cors.js';
import { rateLimit, type RateLimit } from './middleware/rate-limit.js';
import { requestHead, requestLimits, requestTarget, type AcceptsHost } from './middleware/request-head.js';
import { requestLog } from './middleware/request-log.js';
import { response } from './middleware/response.js';
import { unmatched } from './middleware/unmatched.js';
import { browserSession, SessionCookie } from './pages/browser-session.js';
import { pageErrorHandler } from './pages/errors.js';
import { readForm, sameOrigin } from './pages/form.js';
import { PageRouter, type PageMiddleware } from './pages/page-router.js';
import { isPagePath, pageRoutes, type PagesOptions } from './pages/pages.js';
import { renderer } from './pages/render.js';
import type { Handler, RequestObserver } from './server/types.js';
import type { HttpApp, HttpContext, HttpMiddleware, HttpRouter } from './state.js';
import { Cohort } from '../../support/cohort.js';
import type { ApiKeyUseCases } from '../../../application/api-keys.js';
import type { PetUseCases } from '../../../application/pets.js';
import type { Clock } from '../../../domain/ports/security.js';

interface CommonOptions extends Health {
  readonly observe: RequestObserver;
  /** Called with an error that no response can report any more, such as a connection lost while a file is sent. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  readonly acceptsHost: AcceptsHost;
  readonly trustProxy: number;
}

export interface AppOptions extends CommonOptions {
  readonly api: {
    readonly pets: PetUseCases;
    readonly apiKeys: ApiKeyUseCases;
    /** The origins whose scripts may call the API. By default only scripts of its own origin may. */
    readonly corsOrigins?: readonly string[] | undefined;
  };
  readonly pages: PagesOptions & {
    /** Whether browsers reach the service over TLS only. */
    readonly cookieSecure: boolean;
    readonly clock: Clock;
  };
  readonly document: OpenApiServers;
  /** The forms with a password, which are slow, are admitted apart from other requests. */
  readonly admission: { readonly requests: AdmissionOptions; readonly passwords: AdmissionOptions };
  readonly rateLimit?: RateLimit | undefined;
}

/**
 * Lists the middleware in the order in which a request passes it: one list for the API, one for the pages, and one for
 * the rest.
 */
export function createApp(options: AppOptions): Handler {
  const { corsOrigins, pets, apiKeys } = options.api;
  const prefix = pathPrefix(options.document.publicBaseUrl);
  const admit = admission(options.admission.requests);
  const available = availability(options.status);
  const head = requestHead(options.acceptsHost);
  const cors = corsOrigins ? [crossOrigin(corsOrigins)] : [];
  const limit = options.rateLimit ? [rateLimit(options.rateLimit)] : [];

  const api = newRouter();
  petRoutes(api, admit, prefix, pets);
  const apiRoom = {
    router: api,
    middleware: compose([
      deprecation(prefix), // The errors of the request head carry these headers, too.
      head,
      ...cors,
      requestLimits,
      available,
      authentication(apiKeys),
      ...limit,
      sunset(pets),
      api.routes(),
      unmatched,
    ]),
  };

  const cookie = new SessionCookie(options.pages.cookieSecure, prefix);
  const render = renderer(options.pages.clock, prefix);
  const pageErrors = pageErrorHandler(render);
  // The session is looked up outside the permits, like the API key under /v1, so a flood of invented cookies takes no
  // permit. The page of an error shows it, too.
  const session = [browserSession(options.pages.sessions, cookie), ...limit];
  const pages = newRouter();
  const ofPages = pageMiddleware(options, session, admit);
  pageRoutes(pages, new PageRouter(pages, ofPages, render, cookie, prefix, options.trustProxy), options.pages);
  const pagesRoom = {
    router: pages,
    middleware: compose([head, pageErrors, requestLimits, pages.routes(), ...session, unmatched]),
  };

  const service = newRouter();
  healthRoutes(service, options);
  documentRoutes(service, options.document);
  const restRoom = {
    router: service,
    middleware: compose([head, ...cors, requestLimits, service.routes(), pageErrors, ...session, unmatched]),
  };

  return newApp(options, (path) => {
    if (isApiPath(path)) return apiRoom;
    return isPagePath(path) ? pagesRoom : restRoom;
  });
}

/**
 * Returns the middleware of pages and forms. A form reads its body first and then takes a permit. One with a password
 * takes a permit of its own kind, because it writes the counts of attempts and hashes the password, so no number of
 * sign-ins can make the API refuse a request.
 */
function pageMiddleware(
  options: AppOptions,
  session: readonly HttpMiddleware[],
  admit: HttpMiddleware,
): PageMiddleware {
  const available = availability(options.status);
  const admitPassword = admission(options.admission.passwords);
  const sameSite = sameOrigin(options.document.publicBaseUrl, options.pages.cookieSecure);
  return {
    page: [available, ...session, admit],
    form: (fields) => {
      const hasPassword = fields.some((field) => field.includes('password'));
      return [sameSite, available, ...session, readForm(fields), hasPassword ? admitPassword : admit];
    },
  };
}

/** Creates the application with health and metrics for operators, which is served on an address of its own. */
export function createAdminApp(options: CommonOptions & { readonly metrics: () => Promise<string> }): Handler {
  const router = newRouter();
  healthRoutes(router, options);
  metricsRoute(router, options.metrics);
  const middleware = compose([requestHead(options.acceptsHost), requestLimits, router.routes(), unmatched]);
  return newApp(options, () => ({ router, middleware }));
}

/** The routes of a part of the service, and the middleware of their requests, which includes the routes themselves. */
interface Room {
  readonly router: HttpRouter;
  readonly middleware: HttpMiddleware;
}

/**
 * Creates an application with the middleware that every request passes first.
 * @param roomOf returns the room that answers for a path, whether it has a route there or not
 */
function newApp({ observe, onError, trustProxy }: CommonOptions, roomOf: (path: string) => Room): Handler {
  const app: HttpApp = new Koa();
  // Without a listener Koa prints the error to standard error.
  app.on('error', (error: unknown, ctx: HttpContext) => onError?.(error, ctx.state.requestId));
  const arrivals = new Cohort();
  app.use((ctx, next) => {
    ctx.state.arrivedAt = performance.now();
    // A body in chunks does not wait: until it is read, node:http keeps an object for each chunk, and a chunk may have
    // one byte.
    return ctx.get('Transfer-Encoding') === '' ? arrivals.enter(next) : next();
  });
  app.use(requestLog(observe, trustProxy));
  app.use(response);
  app.use(requestTarget);
  const enterRoom: HttpMiddleware = (ctx, next): unknown => {
    const { router, middleware } = roomOf(ctx.path);
    ctx.state.route = router.match(ctx.path, ctx.method).path[0]?.path.toString();
    return middleware(ctx, next);
  };
  app.use(enterRoom);
  return app.callback();
}

/** Returns a router that matches paths exactly: it is case-sensitive and accepts no trailing slash. */
function newRouter(): HttpRouter {
  return new Router({ sensitive: true, strict: true });
}

/** Whether the API answers for the path, whether it has an operation there or not. */
function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/**
 * Returns the path that precedes every address which the service gives to its clients, and that a proxy removes before
 * it passes a request on. It is `/shop` for `https://example.com/shop/v1`, and empty if there is none.
 */
function pathPrefix(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? '' : new URL(publicBaseUrl).pathname.replace(/\/v1$/, '');
}
