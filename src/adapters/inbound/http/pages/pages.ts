import { accountPage, type AccountPageUseCases } from './account-page.js';
import { accountRoutes, type AccountUseCases } from './account-routes.js';
import { readAssets } from './assets.js';
import { clientOf } from '../request/client-address.js';
import { PAGE_ERRORS, pageError } from './errors.js';
import { keyRoutes, type KeyUseCases } from './key-routes.js';
import { routing } from './routing.js';
import { noticeOf } from './notices.js';
import { PageRouter } from './page-router.js';
import { showWith } from './render.js';
import type { PageContext, PageMiddleware } from './state.js';
import { readViews } from './views.js';
import { sessionCookie, browserSession } from './browser-session.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import { DomainError } from '../../../../domain/errors.js';

export interface PagesOptions {
  /** Of the API, as its callers reach it; ends with /v1. */
  readonly baseUrl: () => string;
  /** The same where it is configured: browsers reach the pages at its origin. */
  readonly publicBaseUrl?: string | undefined;
  /** Whether anybody may sign up. */
  readonly signUpOpen: boolean;
  /** Whether browsers reach us over TLS alone. */
  readonly cookieSecure: boolean;
  /** How many proxies stand in front of us. */
  readonly trustProxy: number;
  /** Whether the store is prepared. */
  readonly isReady: () => boolean;
}

export interface PagesParts extends AccountUseCases, AccountPageUseCases, KeyUseCases, PagesOptions {
  readonly resumeSession: ResumeSession;
}

/** `same-origin` and not `no-referrer`: that would make a browser send `Origin: null` with our own forms. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " + // Pico's icons are data
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** The web pages, at `/` and below `/account`; every other path is left to what comes after. */
export function createPages(parts: PagesParts): PageMiddleware {
  const cookie = sessionCookie(parts.cookieSecure);
  const show = showWith(readViews());
  const assets = readAssets();
  const publicOrigin = parts.publicBaseUrl === undefined ? undefined : new URL(parts.publicBaseUrl).origin;
  const pages = new PageRouter(browserSession(parts.resumeSession, cookie), publicOrigin);
  const { router } = pages;

  const options = { ...parts, cookie, clientOf: ({ req }: PageContext) => clientOf(req, parts.trustProxy) };
  accountPage(pages, show, parts, options.clientOf);
  accountRoutes(pages, show, parts, options);
  keyRoutes(pages, show, parts, options);
  router.get('/', (ctx) => show(ctx, 'start', { notice: noticeOf(ctx) }));
  for (const [path, { type, body }] of assets) {
    router.get(path, (ctx) => {
      ctx.set('Content-Type', type);
      ctx.body = body;
    });
  }

  const known = routing(router);
  // The router itself puts into the context what its type asks of it.
  const routes = router.routes() as PageMiddleware;
  return async (ctx, next) => {
    const { path } = ctx;
    if (path !== '/' && path !== '/account' && !path.startsWith('/account/')) {
      await next();
      return;
    }
    ctx.set(HEADERS);
    try {
      await known(ctx, async () => {
        if (!parts.isReady() && path !== '/' && !assets.has(path)) {
          throw new DomainError('unavailable', 'The service is starting.');
        }
        await routes(ctx, next);
      });
    } catch (error) {
      const refusal = pageError(error);
      const { heading } = PAGE_ERRORS[refusal.code];
      ctx.state.error = refusal;
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      show(ctx, 'error', { heading, message: refusal.message, requestId: ctx.state.requestId });
    }
  };
}
