import type { SessionCookie } from './browser-session.js';
import { pageError } from './errors.js';
import { FORM_LIMIT, readForm } from './form.js';
import { hasPage, type Render } from './render.js';
import { OWNER_FIELD } from '../components/form.js';
import type { Fields, FormState, Values } from '../components/form-page.js';
import type { NoticeName } from '../components/layout.js';
import { errorResponse, HttpError } from '../../errors.js';
import { readQuery } from '../../request/query.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../../state.js';
import { hasCode, InvalidInput, type Violation } from '../../../../../domain/errors.js';

/** A person who is signed in is redirected from a page for visitors, but may send its form, which begins another session. */
type Audience = 'everyone' | 'visitors' | 'signed in';

interface PageRouterOptions {
  readonly router: HttpRouter;
  /** The middleware of a page that is also served while the service starts. It finds the session. */
  readonly session: HttpMiddleware;
  /** The middleware of every other page and of every form. */
  readonly page: HttpMiddleware;
  readonly form: HttpMiddleware;
  /** These wait for a permit: the first for a page or a form, the second for a form with a password. */
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
 * The longest form that is kept over a sign-in, in bytes as the sign-in form sends it. It leaves room for the other
 * fields of that form, and is longer than every form that a page would accept.
 */
const MAX_KEPT = FORM_LIMIT - 4096;

/** Shows a form: an empty one, or one with what was typed, and with the violations for which it was refused. */
type ShowForm = (ctx: HttpContext, form: FormState) => void | Promise<void>;

type Submit<Name extends string> = (ctx: HttpContext, values: Readonly<Record<Name, string>>) => Promise<void>;

/**
 * Adds the routes of pages and forms. A page that is for signed-in accounts leads a visitor to the sign-in page first,
 * and from there back. A form that needs an account acts only for the one that has opened it. If the session has ended,
 * the sign-in page carries what was typed, except passwords, and then shows the form with it again.
 */
export class PageRouter {
  readonly router: HttpRouter;
  readonly session: HttpMiddleware;
  readonly render: Render;
  readonly cookie: SessionCookie;
  /** The forms with a page, by the pattern of its path. */
  private readonly forms = new Map<unknown, { readonly fields: Fields; readonly show: ShowForm }>();

  constructor(private readonly options: PageRouterOptions) {
    ({ router: this.router, session: this.session, render: this.render, cookie: this.cookie } = options);
  }

  page(path: string, audience: Audience, handle: (ctx: HttpContext) => void | Promise<void>): void {
    const { page, admit } = this.options;
    this.router.get(path, page, admit, async (ctx) => {
      if (audience === 'visitors' && ctx.state.browserSession !== undefined) await this.goBack(ctx);
      else if (audience !== 'signed in' || ctx.state.browserSession !== undefined) await handle(ctx);
      else {
        const notice = this.cookie.read(ctx).length === 0 ? undefined : 'session-ended';
        this.redirect(ctx, SIGN_IN_PATH, { to: addressOf(ctx), notice });
      }
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
    const names = Object.keys(fields) as (keyof Form & string)[]; // The argument is a literal, which has no other properties.
    this.forms.set(path, { fields, show });
    this.page(path, audience, (ctx) => show(ctx, { action: addressOf(ctx), fields, values: {}, violations: [] }));
    this.action(path, audience, names, submit, async (ctx, values, error) => {
      const violations = violationsOf(error, fields);
      if (violations === undefined) throw error;
      ctx.state.error = pageError(error);
      ctx.status = errorResponse(ctx.state.error).status;
      try {
        await show(ctx, { action: addressOf(ctx), fields, values, violations });
      } catch (failure) {
        // The form may be about a key of the account that has opened it, which does not exist for another account.
        throw hasCode(failure, 'not_found') ? error : failure;
      }
    });
  }

  /**
   * Adds the route to which a form is submitted.
   * @param onError responds if the form is refused, or throws the error
   */
  action<Name extends string>(
    path: string,
    audience: Audience,
    names: readonly Name[],
    submit: Submit<Name>,
    onError: (ctx: HttpContext, values: Readonly<Record<Name, string>>, error: unknown) => Promise<void> = rethrow,
  ): void {
    const { form, admit, admitPassword, trustProxy } = this.options;
    const hasPassword = names.some((name) => name.includes('password'));
    const read = readForm([...names, OWNER_FIELD], trustProxy);
    this.router.post(path, form, read, hasPassword ? admitPassword : admit, async (ctx) => {
      const values = ctx.state.form as Readonly<Record<Name, string>>; // readForm has set each of these fields.
      if (audience === 'signed in' && ctx.state.browserSession === undefined) {
        await this.askToSignIn(ctx, path, ctx.state.form);
        return;
      }
      try {
        if (audience === 'signed in') requireOwner(ctx, ctx.state.form);
        await submit(ctx, values);
      } catch (error) {
        await onError(ctx, values, error);
      }
    });
  }

  /**
   * Responds with the page of a form, as if it had been asked for.
   * @param address the address of the page
   * @param values what the form is filled with
   * @param notice what the page says first
   * @returns whether a form has this address
   */
  async showForm(ctx: HttpContext, address: string, values: FormState['values'], notice: string): Promise<boolean> {
    const [path = ''] = address.split('?', 1);
    const found = this.forms.get(this.router.match(path, 'POST').pathAndMethod.at(-1)?.path);
    if (found === undefined) return false;
    ctx.url = address;
    const { fields, show } = found;
    await show(ctx, { action: addressOf(ctx), fields, values, violations: [], notice });
    return true;
  }

  /** Responds to a form without a session with the sign-in page, which carries what was typed. */
  private async askToSignIn(ctx: HttpContext, path: string, values: Values): Promise<void> {
    const to = hasPage(ctx) ? addressOf(ctx) : '/account';
    const kept = new URLSearchParams(typedValues(this.forms.get(path)?.fields ?? {}, values));
    if (kept.size > 0) kept.set(OWNER_FIELD, values[OWNER_FIELD] ?? '');
    const text = kept.toString();
    const isShort = new URLSearchParams({ text }).toString().length <= MAX_KEPT;
    ctx.status = 403;
    await this.showForm(ctx, withQuery(SIGN_IN_PATH, { to }), { kept: isShort ? text : '' }, NOT_SENT);
  }

  /**
   * Leads a person who is signed in to the page that was asked for before.
   * @param kept the values of its form, which only the account that has typed them sees again
   */
  async goBack(ctx: HttpContext, kept = ''): Promise<void> {
    const to = readQuery(ctx.querystring).get('to') ?? '';
    const address = RETURN_ADDRESS.test(to) ? to : FIRST_PAGE;
    const values = Object.fromEntries(new URLSearchParams(kept));
    const isShown = kept !== '' && isOwner(ctx, values) && (await this.showForm(ctx, address, values, KEPT));
    if (!isShown) this.redirect(ctx, address);
  }

  /** Redirects, so that the browser continues with GET (RFC 9110, section 15.4.4) and a reload repeats no form. */
  redirect(ctx: HttpContext, path: string, query: Query = {}): void {
    ctx.body = null; // This comes before the status, which Koa would change to 204.
    ctx.status = 303;
    ctx.set('Location', `${this.options.prefix}${withQuery(path, query)}`);
  }
}

const NOT_SENT = 'You are not signed in, so the form was not sent. Sign in to return to it.';
const KEPT = 'You are signed in. The form has not been sent yet: check it, and submit it again.';

/** Returns the address of the page or form, without the prefix of a proxy. */
function addressOf({ path, search }: HttpContext): string {
  return `${path}${search}`;
}

/** Returns what a person has typed or chosen in a form, except passwords. */
function typedValues(fields: Fields, values: Values): Record<string, string> {
  const names = Object.keys(fields).filter((name) => {
    const type = fields[name]?.type;
    return type !== 'id' && type !== 'kept' && type !== 'current-password' && type !== 'new-password';
  });
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

/** Whether the account that is signed in has opened the form. Forms of the version before did not say who had. */
function isOwner({ state }: HttpContext, { [OWNER_FIELD]: owner = '' }: Values): boolean {
  return owner === '' || owner === String(state.browserSession?.account.id);
}

/** @throws HttpError `other_account` */
function requireOwner(ctx: HttpContext, values: Values): void {
  if (isOwner(ctx, values)) return;
  const message =
    'Another account had opened this form, so nothing was done. Submit it again if you mean this account.';
  throw new HttpError('other_account', message);
}

async function rethrow(_ctx: HttpContext, _values: Values, error: unknown): Promise<void> {
  throw error;
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

/**
 * Returns what is wrong with a form as whole sentences, each with the name of a field that people see. The result is
 * `undefined` if the error is not about what was typed.
 */
function violationsOf(error: unknown, fields: Fields): readonly Violation[] | undefined {
  const [first = ''] = Object.keys(fields).filter((name) => fields[name]?.type !== 'id');
  if (error instanceof HttpError && error.code === 'other_account') return [{ property: '', message: error.message }];
  if (!hasCode(error, 'invalid', 'sign_in_failed')) return undefined;
  if (!(error instanceof InvalidInput)) return [{ property: first, message: error.message }];
  return error.violations.map(({ property, message }) => {
    const field = Object.hasOwn(fields, property) ? fields[property] : undefined;
    const name = field === undefined ? property : `The ${field.label.toLowerCase()}`;
    return { property: field === undefined || field.type === 'id' ? first : property, message: `${name} ${message}.` };
  });
}
