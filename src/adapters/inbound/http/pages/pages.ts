import { createRequire } from 'node:module';
import { accountRoutes, type AccountOptions } from './account-routes.js';
import { browserSession, optionalSession, SessionCookie } from './browser-session.js';
import { pageErrorHandler } from './errors.js';
import { keyRoutes, type KeyOptions } from './key-routes.js';
import { PageRouter, type Site } from './page-router.js';
import { readViews } from './views.js';
import { availability, type Phase } from '../middleware/availability.js';
import { staticFile } from '../middleware/static-file.js';
import { unmatched } from '../middleware/unmatched.js';
import { clientOf } from '../request/client-address.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Clock } from '../../../../domain/ports/clock.js';

export interface PagesOptions extends AccountOptions, KeyOptions {
  readonly resumeSession: ResumeSession;
  /** The base URL of the API, if it is configured: browsers reach the pages at its origin. */
  readonly publicBaseUrl?: string | undefined;
  /** Whether browsers reach the service over TLS only. */
  readonly cookieSecure: boolean;
  /** How many proxies stand in front of the service. */
  readonly trustProxy: number;
  readonly phase: () => Phase;
  readonly clock: Clock;
}

/** The web pages, for the paths `/`, `/account` and below. */
export interface Pages {
  /** Runs before every middleware that can refuse a request for load or time. */
  readonly errorHandler: HttpMiddleware;
  readonly routes: readonly HttpMiddleware[];
}

/** @param admission runs when a request is complete */
export function createPages(admission: HttpMiddleware, options: PagesOptions): Pages {
  const { resumeSession, cookieSecure, publicBaseUrl, trustProxy, phase, signUpOpen } = options;
  const cookie = new SessionCookie(cookieSecure);
  const show = readViews(options.clock);
  const publicOrigin = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
  const pages = new PageRouter([availability(phase), browserSession(resumeSession, cookie)], admission, publicOrigin);
  const site: Site = { pages, show, cookie, clientOf: ({ req }) => clientOf(req, trustProxy) };
  accountRoutes({ ...options, ...site });
  keyRoutes({ ...options, ...site });
  const { router } = pages;
  router.get('/', optionalSession(resumeSession, cookie, phase), admission, (ctx) =>
    show(ctx, 'start', { signUpOpen }),
  );
  assetRoutes(router, admission);
  return { errorHandler: pageErrorHandler(show), routes: [router.routes(), unmatched(router)] };
}

/** Serves the files that the pages load. The list is fixed: the path of a request never becomes the name of a file. */
function assetRoutes(router: HttpRouter, admission: HttpMiddleware): void {
  const own = (name: string): URL => new URL(name, import.meta.url);
  const files = {
    '/account/pico.css': createRequire(import.meta.url).resolve('@picocss/pico/css/pico.jade.min.css'),
    '/account/site.css': own('../assets/site.css'),
    '/account/page.css': own('assets/page.css'),
    '/account/copy.js': own('assets/copy.js'),
    '/account/paw.svg': own('../assets/paw.svg'),
  };
  for (const [path, file] of Object.entries(files)) router.get(path, admission, staticFile(file));
}
