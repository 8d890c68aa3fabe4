import { createRequire } from 'node:module';
import { accountRoutes, type AccountOptions } from './account-routes.js';
import { animalRoutes, type AnimalOptions } from './animal-routes.js';
import { browserSession } from './browser-session.js';
import { Cookies, takeFlash } from './cookies.js';
import { docsPage, type OpenApi } from './docs.js';
import { pageErrorHandler } from './errors.js';
import { sameOrigin } from './form.js';
import { keyRoutes, type KeyOptions } from './key-routes.js';
import { PageRouter, type PageTools } from './page-router.js';
import { readViews } from './views.js';
import { availability, type Status } from '../middleware/availability.js';
import { staticFile } from '../middleware/static-file.js';
import { unmatched } from '../middleware/unmatched.js';
import { clientOf } from '../request/client.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Clock } from '../../../../domain/ports/clock.js';

export interface PagesOptions extends AccountOptions, KeyOptions, AnimalOptions {
  readonly resumeSession: ResumeSession;
  /** The base URL of the API, if it is configured: browsers reach the pages at its origin. */
  readonly publicBaseUrl?: string | undefined;
  /** Whether browsers reach the service over TLS only. */
  readonly cookieSecure: boolean;
  /** How many proxies stand in front of the service. */
  readonly trustProxy: number;
  readonly status: Status;
  readonly clock: Clock;
}

/** The web pages. */
export interface Pages {
  /** Runs before every middleware that can refuse a request for load or time. */
  readonly errorHandler: HttpMiddleware;
  /** For the paths `/`, `/account`, `/animals` and below. */
  readonly routes: readonly HttpMiddleware[];
  /** The page at /docs, which a proxy may serve under a prefix, and whose errors are those of the API. */
  readonly docs: readonly HttpMiddleware[];
}

/** @param admission runs when a request is complete */
export function createPages(admission: HttpMiddleware, openApi: OpenApi, options: PagesOptions): Pages {
  const { resumeSession, cookieSecure, publicBaseUrl, trustProxy, status, signUpOpen } = options;
  const cookies = new Cookies(cookieSecure);
  const { render, renderReference } = readViews(options.clock);
  const session = browserSession(resumeSession, cookies);
  const publicOrigin = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
  const steps = { sameOrigin: sameOrigin(publicOrigin), availability: availability(status), admission, session };
  const pages = new PageRouter(steps, cookies);
  const tools: PageTools = { pages, render, cookies, clientOf: ({ req }) => clientOf(req, trustProxy) };
  accountRoutes({ ...options, ...tools });
  keyRoutes({ ...options, ...tools });
  animalRoutes({ ...options, ...tools });
  const { router } = pages;
  router.get('/', admission, session, (ctx) => {
    ctx.state.flash = takeFlash(ctx, cookies);
    render(ctx, 'start', { signUpOpen });
  });
  assetRoutes(router, admission);
  return {
    errorHandler: pageErrorHandler(render),
    routes: [router.routes(), admission, session, unmatched(router)],
    docs: [admission, session, docsPage(render, renderReference, openApi)],
  };
}

/** Serves the files that the pages load. The list is fixed: the path of a request never becomes the name of a file. */
function assetRoutes(router: HttpRouter, admission: HttpMiddleware): void {
  const own = (name: string): URL => new URL(name, import.meta.url);
  const files = {
    '/account/pico.css': createRequire(import.meta.url).resolve('@picocss/pico/css/pico.jade.min.css'),
    '/account/page.css': own('assets/page.css'),
    '/account/copy.js': own('assets/copy.js'),
    '/account/show.js': own('assets/show.js'),
    '/account/try.js': own('assets/try.js'),
    '/account/paw.svg': own('assets/paw.svg'),
  };
  for (const [path, file] of Object.entries(files)) router.get(path, admission, staticFile(file));
}
