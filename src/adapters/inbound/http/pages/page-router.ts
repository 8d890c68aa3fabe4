import Router from '@koa/router';
import { browserSessionOf, requireSignIn } from './browser-session.js';
import { CSRF_FIELD, isCsrfTokenOf } from './csrf-token.js';
import { PageError } from './errors.js';
import { readForm } from './form.js';
import { receiveBody } from '../middleware/deadline.js';
import { isSameOrigin } from './same-origin.js';
import type { PageContext, PageMiddleware, PageState } from './state.js';

/** Who can use a page. */
export type Audience = 'everyone' | 'signed in';

/** Routes of pages and forms. A form reaches its handler only from a page of this service, shown to the same browser. */
export class PageRouter {
  // Paths match exactly: case-sensitive, no trailing slash.
  readonly router = new Router<PageState>({ sensitive: true, strict: true });

  /** @param before runs for every page and form; the last of them is the browser session. */
  constructor(
    private readonly before: readonly PageMiddleware[],
    private readonly publicOrigin: string | undefined,
  ) {}

  page(path: string, audience: Audience, handle: (ctx: PageContext) => Promise<void>): void {
    this.router.get(path, ...this.before, ...guards(audience), handle);
  }

  /** @param fields the form has each of them once, and its CSRF token. */
  form<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    handle: (ctx: PageContext, form: Readonly<Record<Field, string>>) => Promise<void>,
  ): void {
    const checkOrigin: PageMiddleware = (ctx, next) => {
      if (!isSameOrigin(ctx.req, this.publicOrigin)) throw invalidCsrfToken();
      return next();
    };
    this.router.post(path, checkOrigin, ...this.before, async (ctx) => {
      const form = await receiveBody(ctx, readForm(ctx.req, [...fields, CSRF_FIELD]));
      if (!isCsrfTokenOf(browserSessionOf(ctx).token, form.get(CSRF_FIELD) ?? '')) throw invalidCsrfToken();
      const input = Object.fromEntries(form) as Record<Field, string>; // readForm found each of them
      const [guard] = guards(audience);
      if (guard === undefined) await handle(ctx, input);
      else await guard(ctx, () => handle(ctx, input));
    });
  }
}

function guards(audience: Audience): PageMiddleware[] {
  return audience === 'signed in' ? [requireSignIn] : [];
}

function invalidCsrfToken(): PageError {
  return new PageError(
    'invalid_csrf_token',
    'It belongs to an earlier session, or it was submitted from another site. ' +
      'Reload the page and submit the form again. Your browser must accept cookies from this site.',
  );
}
