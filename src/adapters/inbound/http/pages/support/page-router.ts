import { addressOf, hasPage, returnAddress, withQuery } from './addresses.js';
import { pageError, violationsOf } from './error-pages.js';
import { readForm, requireOwner } from './form.js';
import type { Notices } from './notices.js';
import type { PageCookie } from './page-cookie.js';
import type { Render } from './render.js';
import type { Fields, FormState } from '../components/form-page.js';
import type { Notice, NoticeName } from '../components/layout.js';
import { errorResponse } from '../../http-errors.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../../state.js';

/**
 * A page for visitors redirects a person who is signed in. Its form still works, and starts a new session. A page or a
 * form that needs an account leads a visitor to the sign-in page first, and from there back to its page.
 */
type Audience = 'visitors' | 'signed in';

interface PageRouterOptions {
  readonly router: HttpRouter;
  /** The middleware of every page that looks up the session, and of every form. */
  readonly page: HttpMiddleware;
  readonly form: HttpMiddleware;
  /** These wait for a permit: the first for a page or a form, the second for a form with a password. */
  readonly admit: HttpMiddleware;
  readonly admitPassword: HttpMiddleware;
  readonly render: Render;
  readonly cookie: PageCookie;
  readonly notices: Notices;
  readonly prefix: string;
  readonly trustProxy: number;
}

export const SIGN_IN_PATH = '/account/sign-in';

/** Shows a form: an empty one, or one with what was typed, and with the violations for which it was refused. */
type ShowForm = (ctx: HttpContext, form: FormState) => void | Promise<void>;

type Submit<Name extends string> = (ctx: HttpContext, values: Readonly<Record<Name, string>>) => Promise<void>;

/** Adds pages and forms to the router, with the middleware of their kind. */
export class PageRouter {
  readonly router: HttpRouter;
  readonly render: Render;
  readonly cookie: PageCookie;

  constructor(private readonly options: PageRouterOptions) {
    ({ router: this.router, render: this.render, cookie: this.cookie } = options);
  }

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => void | Promise<void>): void {
    const { page, admit } = this.options;
    this.router.get(path, page, admit, async (ctx) => {
      const isSignedIn = ctx.state.browserSession !== undefined;
      if (isSignedIn === (audience === 'signed in')) await handle(ctx);
      else if (isSignedIn) this.goBack(ctx);
      else this.leadToSignIn(ctx, addressOf(ctx), this.cookie.read(ctx) === undefined ? undefined : 'session-ended');
    });
  }

  /** Adds a page with a form, which is submitted to the address of the page. */
  form<Form extends Fields>(
    path: string,
    audience: Audience,
    fields: Form,
    show: ShowForm,
    submit: Submit<keyof Form & string>,
  ): void {
    this.page(path, audience, (ctx) => show(ctx, { action: addressOf(ctx), fields, values: {}, violations: [] }));
    const hasPassword = Object.values(fields).some(({ type }) => type === 'password');
    const admit = hasPassword ? this.options.admitPassword : this.options.admit;
    const names = Object.keys(fields) as (keyof Form & string)[]; // The argument is a literal, which has no other properties.
    this.post(path, audience, names, admit, async (ctx, values) => {
      try {
        await submit(ctx, values);
      } catch (error) {
        const violations = violationsOf(error, fields);
        if (violations === undefined) throw error;
        ctx.state.error = pageError(error);
        ctx.status = errorResponse(ctx.state.error).status;
        await show(ctx, { action: addressOf(ctx), fields, values, violations });
      }
    });
  }

  /** Adds a form without a page of its own, such as a button. A refusal is reported with an error page. */
  action<Name extends string>(path: string, audience: Audience, names: readonly Name[], submit: Submit<Name>): void {
    this.post(path, audience, names, this.options.admit, submit);
  }

  /** A form acts only for the account that has opened it. */
  private post<Name extends string>(
    path: string,
    audience: Audience,
    names: readonly Name[],
    admit: HttpMiddleware,
    submit: Submit<Name>,
  ): void {
    const { form, trustProxy } = this.options;
    this.router.post(path, form, readForm(names, trustProxy), admit, async (ctx) => {
      if (audience === 'signed in') {
        if (ctx.state.browserSession === undefined) {
          this.leadToSignIn(ctx, hasPage(ctx) ? addressOf(ctx) : '/account', 'not-sent');
          return;
        }
        requireOwner(ctx);
      }
      await submit(ctx, ctx.state.form); // readForm has set each of these fields.
    });
  }

  private leadToSignIn(ctx: HttpContext, to: string, notice: NoticeName | undefined): void {
    this.redirect(ctx, withQuery(SIGN_IN_PATH, { to }), notice);
  }

  /** Leads a person who is signed in to the page that was asked for before. */
  goBack(ctx: HttpContext): void {
    this.redirect(ctx, returnAddress(ctx.querystring));
  }

  /**
   * Redirects, so that the browser continues with GET (RFC 9110, section 15.4.4) and a reload repeats no form.
   * @param notice what the page at the address says once
   * @param detail what that notice is about: a word of `A-Za-z0-9_-`
   */
  redirect(ctx: HttpContext, address: string, notice?: NoticeName, detail?: string): void {
    const { notices, prefix } = this.options;
    const [path = ''] = address.split('?', 1);
    if (notice !== undefined) notices.leave(ctx, path, notice, detail);
    ctx.body = null; // This comes before the status, which Koa would change to 204.
    ctx.status = 303;
    ctx.set('Location', `${prefix}${address}`);
  }

  /** Returns what the page of this request says about the form that has led to it. */
  noticeFor(ctx: HttpContext): Notice | undefined {
    return this.options.notices.read(ctx);
  }
}
