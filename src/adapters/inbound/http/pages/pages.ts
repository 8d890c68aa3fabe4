import { accountPage, type AccountPageUseCases } from './account-page.js';
import { accountRoutes, type AccountUseCases } from './account-routes.js';
import { assetRoutes } from './assets.js';
import { browserSession, optionalSession, sessionCookie } from './browser-session.js';
import { pageErrorHandler } from './error-handler.js';
import { keyRoutes, type KeyUseCases } from './key-routes.js';
import { noticeOf } from './notices.js';
import { PageRouter } from './page-router.js';
import { showWith } from './render.js';
import type { PageContext, PageMiddleware } from './state.js';
import { readViews } from './views.js';
import { availability, type Phase } from '../middleware/availability.js';
import { unmatched } from '../middleware/unmatched.js';
import { clientOf } from '../request/client-address.js';
import type { HttpMiddleware } from '../state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Clock } from '../../../../domain/ports/clock.js';

export interface PagesOptions extends AccountUseCases, AccountPageUseCases, KeyUseCases {
  readonly resumeSession: ResumeSession;
  /** Of the API, as its callers reach it; ends with /v1. */
  readonly baseUrl: () => string;
  /** The same, if it is configured: browsers reach the pages at its origin. */
  readonly publicBaseUrl?: string | undefined;
  /** Whether everyone may sign up. */
  readonly signUpOpen: boolean;
  /** Whether browsers reach the service over TLS alone. */
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
  readonly routes: HttpMiddleware;
}

export function createPages(options: PagesOptions): Pages {
  const { resumeSession, cookieSecure, publicBaseUrl, trustProxy, phase } = options;
  const cookie = sessionCookie(cookieSecure);
  const show = showWith(readViews(options.clock));
  const publicOrigin = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
  const pages = new PageRouter([availability(phase), browserSession(resumeSession, cookie)], publicOrigin);
  const routeOptions = { ...options, cookie, clientOf: ({ req }: PageContext) => clientOf(req, trustProxy) };
  accountPage(pages, show, options, routeOptions.clientOf);
  accountRoutes(pages, show, options, routeOptions);
  keyRoutes(pages, show, options, routeOptions);
  const { router } = pages;
  const session = optionalSession(resumeSession, cookie, phase);
  router.get('/', session, (ctx) => show(ctx, 'start', { notice: noticeOf(ctx), signUpOpen: options.signUpOpen }));
  assetRoutes(router);
  // The router adds to the context what these types ask of it.
  const [matched, others] = [router.routes() as PageMiddleware, unmatched(router) as PageMiddleware];
  return {
    errorHandler: pageErrorHandler(show),
    async routes(ctx, next) {
      await matched(ctx, async () => {
        await others(ctx, next);
      });
    },
  };
}
