import { PageCookie, type CookieScope } from './page-cookie.js';
import type { Notice, NoticeName } from '../components/layout.js';
import type { HttpContext } from '../../state.js';

/** The path of the page that shows the notice, its name, and what it is about, with dots between them. */
const PATTERN = /^(\/[\w/-]{0,100})\.([\w-]{1,30})(?:\.([\w-]{1,30}))?$/;

/**
 * How long a browser keeps a notice that no page has shown, in milliseconds. The end is an instant by the clock of the
 * service, from which that of a browser may differ.
 */
const LIFE = 3_600_000;

/**
 * Passes a notice from the response to a form to the page that follows it, in a cookie, so that no address can show
 * one. Another page that is loaded in between does not take it. The cookie holds no text and no secret.
 */
export class Notices {
  private readonly cookie: PageCookie;

  constructor(scope: CookieScope) {
    this.cookie = new PageCookie('animal-store-notice', PATTERN, scope);
  }

  /** @param path the path of the page that shows the notice */
  leave(ctx: HttpContext, path: string, name: NoticeName, detail?: string): void {
    this.cookie.write(ctx, [path, name, ...(detail === undefined ? [] : [detail])].join('.'), LIFE);
  }

  read(ctx: HttpContext): Notice | undefined {
    const [, path, name = '', detail] = PATTERN.exec(this.cookie.read(ctx) ?? '') ?? [];
    return path === ctx.path ? { name, detail } : undefined;
  }

  remove(ctx: HttpContext): void {
    this.cookie.remove(ctx);
  }
}
