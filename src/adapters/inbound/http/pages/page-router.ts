import { sessionOf } from './browser-session.js';
import type { Cookies } from './cookies.js';
import { pageError } from './errors.js';
import type { Render } from './views.js';
import { clientOf } from '../request/client.js';
import type { Flash, HttpContext, HttpMiddleware, HttpRouter } from '../state.js';
import { hasCode, InvalidInput, type DomainError, type Violation } from '../../../../domain/errors.js';

type Audience = 'everyone' | 'signed in';

type Form<Field extends string> = Readonly<Record<Field, string>>;

/** Shows a form: empty, with the values typed before signing in, or with those refused and their violations. */
export type RenderForm<Field extends string = never> = (
  ctx: HttpContext,
  form: Partial<Form<Field>>,
  violations?: readonly Violation[],
) => void | Promise<void>;

export interface PageMiddleware {
  /** Of a page that is shown also before the store is prepared. */
  readonly open: readonly HttpMiddleware[];
  readonly page: readonly HttpMiddleware[];
  form(fields: readonly string[]): readonly HttpMiddleware[];
}

export class PageRouter {
  private readonly paths = new Set<string>();

  constructor(
    private readonly router: HttpRouter,
    private readonly middleware: PageMiddleware,
    readonly render: Render,
    readonly cookies: Cookies,
    private readonly trustProxy: number,
  ) {}

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => void | Promise<void>): void {
    this.paths.add(path);
    this.router.get(path, ...this.middleware.page, async (ctx) => {
      if (!this.isAllowed(ctx, audience, path)) return;
      ctx.state.flash = this.cookies.takeFlash(ctx);
      await handle(ctx);
    });
  }

  /** A page with a form, which is submitted to the path of the page. @param fields the form has each of them once. */
  form<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    render: RenderForm<Field>,
    handle: (ctx: HttpContext, form: Form<Field>) => Promise<void>,
  ): void {
    this.page(path, audience, (ctx) => render(ctx, typedInto(ctx, fields)));
    this.action(path, audience, fields, async (ctx, form) => {
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

  /** A form that is part of another page. */
  action<Field extends string>(
    path: string,
    audience: Audience,
    fields: readonly Field[],
    handle: (ctx: HttpContext, form: Form<Field>) => Promise<void>,
  ): void {
    this.router.post(path, ...this.middleware.form(fields), async (ctx) => {
      ctx.state.client = clientOf(ctx.req, this.trustProxy);
      const form = ctx.state.form as Form<Field>; // readForm found each of them
      if (this.isAllowed(ctx, audience, path, form)) await handle(ctx, form);
    });
  }

  /** After a form: the browser continues with GET (RFC 9110, section 15.4.4), so that a reload repeats nothing. */
  redirect(ctx: HttpContext, path: string, flash?: Flash): void {
    if (flash !== undefined) this.cookies.leaveFlash(ctx, flash);
    ctx.body = null; // before the status, which Koa would make a 204
    ctx.status = 303;
    ctx.set('Location', path);
  }

  /** Redirects to the sign-in page if that is needed, and from there back to the page with the values typed. */
  private isAllowed(ctx: HttpContext, audience: Audience, pattern: string, form: Form<string> = {}): boolean {
    if (audience === 'everyone' || sessionOf(ctx) !== undefined) return true;
    const path = this.paths.has(pattern) ? ctx.path : '/account';
    const typed = Object.fromEntries(Object.entries(form).filter(([name]) => !name.includes('password')));
    const flash = { notice: 'session-ended', path, form: typed };
    const hadSession = this.cookies.read(ctx, 'session') !== undefined;
    this.redirect(ctx, '/account/sign-in', hadSession ? flash : undefined);
    return false;
  }
}

/** The values typed into the form of this page before its session ended. */
function typedInto<Field extends string>({ path, state }: HttpContext, fields: readonly Field[]): Partial<Form<Field>> {
  const form = state.flash?.path === path ? state.flash.form : undefined;
  const typed: Partial<Record<Field, string>> = {};
  for (const field of fields) if (form?.[field] !== undefined) typed[field] = form[field];
  return typed;
}

/** The violations by field. A refusal that names no member is shown at the first field, a new password at its own. */
function violationsOf(error: DomainError, fields: readonly string[]): Violation[] {
  const [first = ''] = fields;
  if (!(error instanceof InvalidInput)) return [{ member: first, message: error.message }];
  return error.violations.map(({ member, message }) => ({
    member: fields.find((name) => name === member || name === `new-${member}`) ?? first,
    message: `${member === 'categoryId' ? 'Category' : member.charAt(0).toUpperCase() + member.slice(1)} ${message}.`,
  }));
}
