import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { documentRoutes, openApiDocuments, type OpenApiServers } from './api/openapi/document.js';
import { deprecation, petRoutes, sunset, type PetOptions } from './api/pets/routes.js';
import { healthRoutes, metricsRoute, type Health } from './api/health.js';
import { admission, type AdmissionOptions } from './middleware/admission.js';
import { authentication } from './middleware/authentication.js';
import { availability } from './middleware/availability.js';
import { crossOrigin } from './middleware/cors.js';
import { rateLimit, type RateLimit } from './middleware/rate-limit.js';
import { requestHead, requestTarget, type AcceptsHost } from './middleware/request-head.js';
import { requestLog } from './middleware/request-log.js';
import { response } from './middleware/response.js';
import { unmatched } from './middleware/unmatched.js';
import { browserSession } from './pages/browser-session.js';
import { Cookies, PAGES } from './pages/cookies.js';
import { docsPage } from './pages/docs.js';
import { pageErrorHandler } from './pages/errors.js';
import { readForm, sameOrigin } from './pages/form.js';
import type { PageMiddleware } from './pages/page-router.js';
import { pageRoutes, type PagesOptions } from './pages/pages.js';
import { readViews } from './pages/views.js';
import type { Handler, RequestObserver } from './server/types.js';
import type { HttpApp, HttpContext, HttpMiddleware, HttpRouter } from './state.js';
import type { Authenticate } from '../../../application/api-keys/authenticate.js';
import type { ResumeSession } from '../../../application/sessions/resume-session.js';
import type { Clock } from '../../../domain/ports/security.js';

interface CommonOptions extends Health {
  readonly observe: RequestObserver;
  /** Called with an error that no response can report any more, such as a connection lost while a file is sent. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  readonly acceptsHost: AcceptsHost;
}

export interface AppOptions extends CommonOptions, OpenApiServers, PetOptions, PagesOptions {
  readonly authenticate: Authenticate;
  readonly resumeSession: ResumeSession;
  readonly admission: AdmissionOptions;
  /** The origins whose scripts may call the API; absent: none but its own. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Whether browsers reach the service over TLS only. */
  readonly cookieSecure: boolean;
  readonly clock: Clock;
}

/** The middleware in the order in which a request passes it. A route reads its body, then takes a permit: `admit`, `forPages`. */
export function createApp(options: AppOptions): Handler {
  const { corsOrigins, getPet, publicBaseUrl } = options;
  const admit = admission(options.admission);
  const available = availability(options.status);
  const head = requestHead(options.acceptsHost);
  const cors = corsOrigins ? [crossOrigin(corsOrigins)] : [];
  const limit = options.rateLimit ? [rateLimit(options.rateLimit)] : [];
  const client = [available, authentication(options.authenticate), ...limit];

  const api = newRouter();
  petRoutes(api, admit, options);
  const deprecated = deprecation(api, publicBaseUrl); // before the head, whose errors carry its headers too

  const cookies = new Cookies(options.cookieSecure);
  const { render, fill } = readViews(options.clock);
  const open = [admit, browserSession(options.resumeSession, cookies)];
  const sameSite = sameOrigin(publicBaseUrl);
  const forPages: PageMiddleware = {
    open,
    page: [available, ...open],
    form: (fields) => [sameSite, available, readForm(fields), ...open],
  };
  const pages = newRouter();
  pageRoutes(pages, forPages, render, cookies, options);

  const service = newRouter();
  const openApi = openApiDocuments(options, getPet);
  healthRoutes(service, options);
  documentRoutes(service, admit, openApi);
  service.get('/docs', ...open, docsPage(render, fill, openApi));
  const others = [service.routes(), unmatched(service, api)];

  const app = newApp(options);
  app.use(
    byPath([
      [/^\/v1(?:\/|$)/, deprecated, head, ...cors, ...client, sunset(getPet), api.routes(), unmatched(api)],
      [PAGES, head, pageErrorHandler(render), pages.routes(), ...open, unmatched(pages)],
      [/^\/openapi\.(?:json|yaml)$/, head, ...cors, ...others],
      [/^/, head, ...others],
    ]),
  );
  return app.callback();
}

/** Health and metrics for operators, served on an address of its own. */
export function createAdminApp(options: CommonOptions & { readonly metrics: () => Promise<string> }): Handler {
  const router = newRouter();
  healthRoutes(router, options);
  metricsRoute(router, options.metrics);

  const app = newApp(options);
  app.use(requestHead(options.acceptsHost));
  app.use(router.routes());
  app.use(unmatched(router));
  return app.callback();
}

/** With the middleware that every request passes first. */
function newApp({ observe, onError }: CommonOptions): HttpApp {
  const app: HttpApp = new Koa();
  // Without a listener Koa prints the error to standard error.
  app.on('error', (error: unknown, ctx: HttpContext) => onError?.(error, ctx.state.requestId));
  app.use(requestLog(observe));
  app.use(response);
  app.use(requestTarget);
  return app;
}

/** Paths match exactly: case-sensitive, no trailing slash. */
function newRouter(): HttpRouter {
  return new Router({ sensitive: true, strict: true });
}

/** Runs the middleware behind the first pattern that fits. A /v1 request skips that of the pages, and vice versa. */
function byPath(lists: readonly (readonly [path: RegExp, ...middleware: HttpMiddleware[]])[]): HttpMiddleware {
  const composed = lists.map(([path, ...middleware]) => ({ path, run: compose(middleware) }));
  return (ctx, next) => composed.find(({ path }) => path.test(ctx.path))?.run(ctx, next);
}
