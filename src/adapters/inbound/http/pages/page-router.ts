import Router from '@koa/router';
import { browserSessionOf, type SessionCookie } from './browser-session.js';
import { CSRF_FIELD, isCsrfTokenOf, isSameOrigin } from './csrf.js';
import { PageError, pageError } from './errors.js';
import { readForm } from './form.js';
import type { Show, Violation } from './views.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../state.js';
import type { Client } from '../../../../application/sessions/attempts.js';
import { DomainError } from '../../../../domain/errors.js';

/** What the routes of the pages share. */
export interface Site {
  readonly pages: PageRouter;
  readonly show: Show;
  readonly cookie: SessionCookie;
  readonly clientOf: (ctx: HttpContext) => Client;
}

/** Who can use a page. */
type Audience = 'everyone' | 'signed in';

type Form<Field extends string> = Readonly<Record<Field, string>>;

/** Shows a form; with `form` and `violation` again, after the core has refused this input. */
export type ShowForm<Field extends string = never> = (
  ctx: HttpContext,
  form?: Form<Field>,
  violation?: Violation,
) => void;

/** Routes of pages and forms. A form reaches its handler only from a page of this service, shown to the same browser. */
export class PageRouter {
  // Paths match exactly: case-sensitive, no trailing slash.
  readonly router: HttpRouter = new Router({ sensitive: true, strict: true });

  /**
   * @param before runs for every page and form; the last of them is the browser session.
   * @param admission runs when the request is complete
   */
  constructor(
    private readonly before: readonly HttpMiddleware[],
    private readonly admission: HttpMiddleware,
    private readonly publicOrigin: string | undefined,
  ) {}

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => Promise<void>): void {
    this.router.get(path, ...this.before, this.admission, (ctx) => admit(ctx, audience, () => handle(ctx)));
  }

  /**
   * A page with a form, which is submitted to the path of the page.
   * @param fields the form has each of them once, and its CSRF token.
   */
  form<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    show: ShowForm<Field>,
    handle: (ctx: HttpContext, form: Form<Field>) => Promise<void>,
  ): void {
    this.page(path, audience, async (ctx) => show(ctx));
    this.action(path, audience, fields, async (ctx, form) => {
      try {
        await handle(ctx, form);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const reported = pageError(error);
        ctx.state.error = reported;
        ctx.status = reported.status;
        show(ctx, form, violationOf(fields, reported.message));
      }
    });
  }

  /** A form that is part of another page. */
  action<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    handle: (ctx: HttpContext, form: Form<Field>) => Promise<void>,
  ): void {
    const checkOrigin: HttpMiddleware = (ctx, next) => {
      if (!isSameOrigin(ctx.req, this.publicOrigin)) throw new PageError('invalid_csrf_token');
      return next();
    };
    const readFields: HttpMiddleware = async ({ req, state }, next) => {
      state.form = await readForm(req, [...fields, CSRF_FIELD]);
      await next();
    };
    this.router.post(path, checkOrigin, ...this.before, readFields, this.admission, async (ctx) => {
      const received = ctx.state.form;
      const csrfToken = received.get(CSRF_FIELD) ?? '';
      if (!isCsrfTokenOf(browserSessionOf(ctx).token, csrfToken)) throw new PageError('invalid_csrf_token');
      const form = Object.fromEntries(received) as Form<Field>; // readForm found each of them
      await admit(ctx, audience, () => handle(ctx, form));
    });
  }
}

/** Redirects to the sign-in page if that is needed. */
async function admit(ctx: HttpContext, audience: Audience, handle: () => Promise<void>): Promise<void> {
  if (audience === 'signed in' && browserSessionOf(ctx).account === undefined) seeOther(ctx, '/account/sign-in');
  else await handle();
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'invalid' || error.code === 'sign_in_failed');
}

/** A message of the core begins with the member that it is about, if it is about one; the core calls a new password a password. */
function violationOf(fields: readonly string[], message: string): Violation {
  const field = fields.find((name) => message.startsWith(`${name.replace('new-', '')} `)) ?? fields[0] ?? '';
  return { field, message: message.charAt(0).toUpperCase() + message.slice(1) };
}

/** After a form: the browser continues with GET (RFC 9110, section 15.4.4), so that a reload repeats nothing. */
export function seeOther(ctx: HttpContext, path: string): void {
  ctx.body = null; // before the status, which Koa would make a 204
  ctx.status = 303;
  ctx.set('Location', path);
}
