import { h, type FunctionComponent } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Notices } from './notices.js';
import type { PageContext, PageProps } from '../components/layout.js';
import type { HttpContext } from '../../state.js';
import type { Clock } from '../../../../../domain/ports/security.js';

/** With the referrer policy `no-referrer`, browsers would send `Origin: null` with the service's own forms. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    // The icons of Pico are data URLs.
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Responds with a page. @param props what the view needs, except `page` */
export type Render = <Props extends object>(
  ctx: HttpContext,
  view: FunctionComponent<Props & PageProps>,
  props: Props,
) => void;

/** Returns the function that renders pages. @param prefix the path under which browsers reach the service, or empty */
export function renderer(clock: Clock, prefix: string, notices: Notices): Render {
  const url = (path: string) => `${prefix}${path}`;
  return (ctx, view, props) => {
    const { email, id: accountId } = ctx.state.browserSession?.account ?? {};
    // The notice waits for the page that was asked for, and is not shown by one that reports a refusal or a failure.
    const notice = ctx.method === 'POST' || ctx.state.error !== undefined ? undefined : notices.read(ctx);
    if (notice !== undefined) notices.remove(ctx);
    const page: PageContext = { email, accountId, notice, path: ctx.path, now: clock.now(), url };
    ctx.set({ ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
    ctx.body = `<!doctype html>${renderToString(h(view, { ...props, page }))}`;
  };
}
