import type { SessionCookie } from './browser-session.js';
import { pageError } from './errors.js';
import { readForm } from './form.js';
import { hasPage, type Render } from './render.js';
import type { Fields, FormState, Values } from '../components/form-page.js';
import type { NoticeName } from '../components/layout.js';
import { errorResponse } from '../../errors.js';
import { readQuery } from '../../request/query.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../../state.js';
import { hasCode, InvalidInput, type DomainError, type Violation } from '../../../../../domain/errors.js';

/** A page for visitors leads people who are signed in on. Its form serves them, too: it begins another session. */
type Audience = 'everyone' | 'visitors' | 'signed in';

interface PageRouterOptions {
  readonly router: HttpRouter;
  /** Looks up the session for a page that is there while the service starts, too. */
  readonly session: HttpMiddleware;
  /** The middleware of every other page and of every form. */
  readonly page: HttpMiddleware;
  readonly form: HttpMiddleware;
  /** A page and a complete form wait for a permit, a form with a password for one of its own kind. */
  readonly admit: HttpMiddleware;
  readonly admitPassword: HttpMiddleware;
  readonly render: Render;
  readonly cookie: SessionCookie;
  readonly prefix: string;
  readonly trustProxy: number;
}

export const SIGN_IN_PATH = '/account/sign-in';

/** The page that follows the sign-in if none was asked for. */
const FIRST_PAGE = '/animals';

/**
 * The addresses to which the sign-in may lead: paths of pages that need an account, with any query. Every other text,
 * such as an address of another site, comes from an attacker.
 */
const RETURN_ADDRESS = /^\/(?:account|animals)(?:\/[\w-]+)*(?:\?[!-~]*)?$/;

/**
 * Adds the routes of pages and forms. A page that is for signed-in accounts leads a visitor to the sign-in page first,
 * and from there back.
 */
export class PageRouter {
  readonly router: HttpRouter;
  readonly session: HttpMiddleware;
  readonly render: Render;
  readonly cookie: SessionCookie;

  constructor(private readonly options: PageRouterOptions) {
    ({ router: this.router, session: this.session, render: this.render, cookie: this.cookie } = options);
  }

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => void | Promise<void>): void {
    const { page, admit } = this.options;
    this.router.get(path, page, admit, async (ctx) => {
      if (audience === 'visitors' && ctx.state.browserSession !== undefined) this.redirectBack(ctx);
      else if (this.isAllowed(ctx, audience)) await handle(ctx);
    });
  }

  /**
   * Adds a page with a form, which is submitted to the address of the page.
   * @param show shows an empty form, or one with what was typed and with the violations for which it was refused
   */
  form<Form extends Fields>(
    path: string,
    audience: Audience,
    fields: Form,
    show: (ctx: HttpContext, form: FormState) => void | Promise<void>,
    submit: (ctx: HttpContext, values: Values<Form>) => Promise<void>,
  ): void {
    const names = Object.keys(fields) as (keyof Form & string)[]; // The argument is a literal, which has no other members.
    const state = (ctx: HttpContext, values: FormState['values'] = {}, violations: readonly Violation[] = []) => ({
      action: `${ctx.path}${ctx.search}`,
      fields,
      values,
      violations,
    });
    this.page(path, audience, (ctx) => show(ctx, state(ctx)));
    this.action(path, audience, names, async (ctx, values) => {
      try {
        await submit(ctx, values);
      } catch (error) {
        if (!hasCode(error, 'invalid', 'sign_in_failed')) throw error;
        ctx.state.error = pageError(error);
        ctx.status = errorResponse(ctx.state.error).status;
        await show(ctx, state(ctx, values, violationsOf(error, fields)));
      }
    });
  }

  /** Adds the route to which a form is submitted. */
  action<Name extends string>(
    path: string,
    audience: Audience,
    names: readonly Name[],
    handle: (ctx: HttpContext, values: Readonly<Record<Name, string>>) => Promise<void>,
  ): void {
    const { form, admit, admitPassword, trustProxy } = this.options;
    const hasPassword = names.some((name) => name.includes('password'));
    this.router.post(path, form, readForm(names, trustProxy), hasPassword ? admitPassword : admit, async (ctx) => {
      const values = ctx.state.form as Readonly<Record<Name, string>>; // readForm has set each of these fields.
      if (this.isAllowed(ctx, audience)) await handle(ctx, values);
    });
  }

  /** Redirects, so that the browser continues with GET (RFC 9110, section 15.4.4) and a reload repeats no form. */
  redirect(ctx: HttpContext, path: string, query: Query = {}): void {
    ctx.body = null; // This comes before the status, which Koa would change to 204.
    ctx.status = 303;
    ctx.set('Location', `${this.options.prefix}${withQuery(path, query)}`);
  }

  /** Redirects a person who is signed in to the page that was asked for before. */
  redirectBack(ctx: HttpContext): void {
    const address = readQuery(ctx.querystring).get('to') ?? '';
    this.redirect(ctx, RETURN_ADDRESS.test(address) ? address : FIRST_PAGE);
  }

  /** Redirects to the sign-in page if that is needed. */
  private isAllowed(ctx: HttpContext, audience: Audience): boolean {
    if (audience !== 'signed in' || ctx.state.browserSession !== undefined) return true;
    const to = hasPage(ctx) ? `${ctx.path}${ctx.search}` : '/account';
    const noticeOfPage = this.cookie.read(ctx).length === 0 ? undefined : 'session-ended';
    this.redirect(ctx, SIGN_IN_PATH, { to, notice: ctx.method === 'POST' ? 'not-sent' : noticeOfPage });
    return false;
  }
}

export interface Query {
  readonly [name: string]: string | bigint | undefined;
  readonly notice?: NoticeName | undefined;
}

/** Writes an address with those parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Returns the violations as whole sentences, each with the name of a field that people see. */
function violationsOf(error: DomainError, fields: Fields): Violation[] {
  const [first = ''] = Object.keys(fields).filter((name) => fields[name]?.type !== 'id');
  if (!(error instanceof InvalidInput)) return [{ member: first, message: error.message }];
  return error.violations.map(({ member, message }) => {
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    const name = field === undefined ? member : `The ${field.label.toLowerCase()}`;
    return { member: field === undefined || field.type === 'id' ? first : member, message: `${name} ${message}.` };
  });
}
