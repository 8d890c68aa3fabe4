import { sessionOf } from './browser-session.js';
import type { Cookies } from './cookies.js';
import { pageError } from './errors.js';
import type { Render } from './render.js';
import type { NoticeName } from './views/notice.js';
import { clientOf } from '../request/client.js';
import type { Flash, HttpContext, HttpMiddleware, HttpRouter } from '../state.js';
import { hasCode, InvalidInput, type DomainError, type Violation } from '../../../../domain/errors.js';

type Audience = 'everyone' | 'signed in';

type Form<Field extends string> = Readonly<Record<Field, string>>;

/**
 * Shows a form, which is empty or contains either the values typed before signing in or those that were refused, with
 * their violations.
 */
export type RenderForm<Field extends string = never> = (
  ctx: HttpContext,
  form: Partial<Form<Field>>,
  violations?: readonly Violation[],
) => void | Promise<void>;

/** The middleware that stands before the handler of a page or a form. */
export interface PageMiddleware {
  /** A page that needs only this middleware is shown even before the store is prepared. */
  readonly open: readonly HttpMiddleware[];
  readonly page: readonly HttpMiddleware[];
  form(fields: readonly string[]): readonly HttpMiddleware[];
}

/**
 * Adds the routes of pages and forms. A page that is for signed-in accounts leads a visitor to the sign-in page first.
 */
export class PageRouter {
  private readonly paths = new Set<string>();

  constructor(
    private readonly router: HttpRouter,
    private readonly middleware: PageMiddleware,
    readonly render: Render,
    readonly cookies: Cookies,
    private readonly trustProxy: number,
    private readonly prefix: string,
  ) {}

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => void | Promise<void>): void {
    this.paths.add(path);
    this.router.get(path, ...this.middleware.page, async (ctx) => {
      if (!this.isAllowed(ctx, audience, path)) return;
      ctx.state.flash = this.cookies.takeFlash(ctx);
      await handle(ctx);
    });
  }

  /**
   * Adds a page with a form, which is submitted to the path of the page.
   * @param fields the names of the fields, each of which the form has once, and how messages call them. A violation is
   * shown at the field with the name of its member, and any other refusal at the first field.
   */
  form<Field extends string>(
    path: string,
    audience: Audience,
    fields: Form<Field>,
    render: RenderForm<NoInfer<Field>>,
    handle: (ctx: HttpContext, form: Form<NoInfer<Field>>) => Promise<void>,
  ): void {
    const names = Object.keys(fields) as Field[]; // The argument is a literal, which has no other members.
    this.page(path, audience, (ctx) => render(ctx, typedInto(ctx, names)));
    this.action(path, audience, names, async (ctx, form) => {
      try {
        await handle(ctx, form);
      } catch (error) {
        if (!hasCode(error, 'invalid', 'sign_in_failed')) throw error;
        const reported = pageError(error);
        ctx.state.error = reported;
        ctx.status = reported.status;
        await render(ctx, form, violationsOf(error, fields));
      }
    });
  }

  /** Adds the route to which a form is submitted. */
  action<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    handle: (ctx: HttpContext, form: Form<Field>) => Promise<void>,
  ): void {
    this.router.post(path, ...this.middleware.form(fields), async (ctx) => {
      ctx.state.client = clientOf(ctx.req, this.trustProxy);
      const form = ctx.state.form as Form<Field>; // readForm has found each of these fields.
      if (this.isAllowed(ctx, audience, path, form)) await handle(ctx, form);
    });
  }

  /** Redirects, so that the browser continues with GET (RFC 9110, section 15.4.4) and a reload repeats no form. */
  redirect(ctx: HttpContext, path: string, flash?: Flash & { readonly notice?: NoticeName }): void {
    if (flash !== undefined) this.cookies.leaveFlash(ctx, flash);
    ctx.body = null; // This comes before the status, which Koa would change to 204.
    ctx.status = 303;
    ctx.set('Location', `${this.prefix}${path}`);
  }

  /** Redirects to the sign-in page if that is needed, and from there back to the page with the values typed. */
  private isAllowed(ctx: HttpContext, audience: Audience, pattern: string, form: Form<string> = {}): boolean {
    if (audience === 'everyone' || sessionOf(ctx) !== undefined) return true;
    const path = this.paths.has(pattern) ? ctx.path : '/account';
    const typed = Object.fromEntries(Object.entries(form).filter(([name]) => !name.includes('password')));
    const flash = { notice: 'session-ended', path, form: typed } as const;
    const hadSession = this.cookies.read(ctx, 'session') !== undefined;
    this.redirect(ctx, '/account/sign-in', hadSession ? flash : undefined);
    return false;
  }
}

/** Returns the values that were typed into the form of this page before its session ended. */
function typedInto<Field extends string>({ path, state }: HttpContext, fields: readonly Field[]): Partial<Form<Field>> {
  const form = state.flash?.path === path ? state.flash.form : undefined;
  const typed: Partial<Record<Field, string>> = {};
  for (const field of fields) if (form?.[field] !== undefined) typed[field] = form[field];
  return typed;
}

/** Returns the violations as whole sentences, each with the name of its field. */
function violationsOf(error: DomainError, fields: Form<string>): Violation[] {
  const [first = ''] = Object.keys(fields);
  if (!(error instanceof InvalidInput)) return [{ member: first, message: error.message }];
  return error.violations.map(({ member, message }) => {
    const label = Object.hasOwn(fields, member) ? fields[member] : undefined;
    return { member: label === undefined ? first : member, message: `${label ?? member} ${message}.` };
  });
}
