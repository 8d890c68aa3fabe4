import Router from '@koa/router';
import { receiveBody } from '../middleware/deadline.js';
import { PageError } from './errors.js';
import { CSRF_TOKEN, isCsrfTokenOf } from './csrf-token.js';
import { readForm, type ReadBody } from './form.js';
import { isFromOwnPage } from './same-site.js';
import type { PageContext, PageMiddleware, PageState } from './state.js';
import { signedIn, browserSessionOf } from './browser-session.js';

/** Whom a page lets in. */
export type Audience = 'anybody' | 'account holder';

/** The pages, by path and method. No form reaches its handler unless it comes from one of them, shown to this visitor. */
export class PageRouter {
  // Paths are matched to the letter: case, and no trailing slash.
  readonly router = new Router<PageState>({ sensitive: true, strict: true });

  constructor(
    private readonly browserSession: PageMiddleware,
    private readonly publicOrigin: string | undefined,
    private readonly readBody: ReadBody,
  ) {}

  page(path: string, audience: Audience, handle: (ctx: PageContext) => Promise<void>): void {
    this.router.get(path, this.browserSession, ...guards(audience), handle);
  }

  /** @param fields what the form must have, each once, beside its token. */
  form<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    handle: (ctx: PageContext, form: Readonly<Record<Field, string>>) => Promise<void>,
  ): void {
    const fromOwnPage: PageMiddleware = (ctx, next) => {
      if (!isFromOwnPage(ctx.req, this.publicOrigin)) throw forged();
      return next();
    };
    this.router.post(path, fromOwnPage, this.browserSession, async (ctx) => {
      const form = await receiveBody(ctx, readForm(this.readBody, ctx.req, [...fields, CSRF_TOKEN]));
      if (!isCsrfTokenOf(browserSessionOf(ctx).token, form.get(CSRF_TOKEN) ?? '')) throw forged();
      const typed = Object.fromEntries(form) as Record<Field, string>; // readForm has just found each of them
      const [guard] = guards(audience);
      if (guard === undefined) await handle(ctx, typed);
      else await guard(ctx, () => handle(ctx, typed));
    });
  }
}

function guards(audience: Audience): PageMiddleware[] {
  return audience === 'account holder' ? [signedIn] : [];
}

function forged(): PageError {
  return new PageError(
    'forged_form',
    'It was made for another visit, such as the one before you signed in, or it came from another site. ' +
      'Load the page again and fill it in once more. Your browser must accept cookies from this site.',
  );
}
