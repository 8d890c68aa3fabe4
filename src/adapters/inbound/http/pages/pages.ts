import { createRequire } from 'node:module';
import { accountRoutes, type AccountOptions } from './account-routes.js';
import { animalRoutes, type AnimalOptions } from './animal-routes.js';
import { browserSession } from './browser-session.js';
import { Cookies } from './cookies.js';
import { docsPage, type OpenApi } from './docs.js';
import { pageErrorHandler } from './errors.js';
import { sameOrigin } from './form.js';
import { keyRoutes, type KeyOptions } from './key-routes.js';
import { PageRouter } from './page-router.js';
import { readViews } from './views.js';
import { availability, type Status } from '../middleware/availability.js';
import { staticFile } from '../middleware/static-file.js';
import { unmatched } from '../middleware/unmatched.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Clock } from '../../../../domain/ports/system.js';

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
  /** For the paths `/`, `/account`, `/animals` and below. */
  readonly routes: readonly HttpMiddleware[];
  /** The page at /docs, which a proxy may serve under a prefix, and whose errors are those of the API. */
  readonly docs: readonly HttpMiddleware[];
}

/** @param admission runs when a request is complete */
export function createPages(
  router: HttpRouter,
  admission: HttpMiddleware,
  openApi: OpenApi,
  options: PagesOptions,
): Pages {
  const { resumeSession, cookieSecure, publicBaseUrl, trustProxy, status, signUpOpen, clock } = options;
  const cookies = new Cookies(cookieSecure);
  const { render, fill } = readViews(clock);
  const session = browserSession(resumeSession, cookies);
  const steps = { sameOrigin: sameOrigin(publicBaseUrl), availability: availability(status), admission, session };
  const pages = new PageRouter(router, steps, render, cookies, trustProxy);
  accountRoutes(pages, options);
  keyRoutes(pages, options);
  animalRoutes(pages, options);
  router.get('/', admission, session, (ctx) => {
    ctx.state.flash = cookies.takeFlash(ctx);
    render(ctx, 'start', { signUpOpen });
  });
  for (const [path, file] of Object.entries(ASSETS)) router.get(path, admission, staticFile(file));
  return {
    // The error handler comes before every middleware that can refuse a request for load or time.
    routes: [pageErrorHandler(render), router.routes(), admission, session, unmatched(router)],
    docs: [admission, session, docsPage(render, fill, openApi)],
  };
}

/** The files that the pages load. The list is fixed: the path of a request never becomes the name of a file. */
const ASSETS = {
  '/account/pico.css': createRequire(import.meta.url).resolve('@picocss/pico/css/pico.jade.min.css'),
  '/account/page.css': new URL('assets/page.css', import.meta.url),
  '/account/copy.js': new URL('assets/copy.js', import.meta.url),
  '/account/show.js': new URL('assets/show.js', import.meta.url),
  '/account/try.js': new URL('assets/try.js', import.meta.url),
  '/account/paw.svg': new URL('assets/paw.svg', import.meta.url),
};
