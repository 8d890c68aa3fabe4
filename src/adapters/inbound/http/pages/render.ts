import { h, type FunctionComponent } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PageContext, PageProps } from './views/page.js';
import type { HttpContext } from '../state.js';
import type { Clock } from '../../../../domain/ports/security.js';

/** Responds with a page. @param props what the view needs, except `page` */
export type Render = <Props extends object>(
  ctx: HttpContext,
  view: FunctionComponent<Props & PageProps>,
  props: Props,
) => void;

/** Prepares a page that is the same for everyone and too long to be rendered for each request. */
export type Prepare = <Props extends object>(
  view: FunctionComponent<Props & PageProps>,
  props: Props,
) => (ctx: HttpContext) => void;

/** Returns the functions that render pages. @param prefix the path under which browsers reach the service, or empty */
export function renderer(clock: Clock, prefix: string): { readonly render: Render; readonly prepare: Prepare } {
  const url = (path: string) => `${prefix}${path}`;

  const render: Render = (ctx, view, props) => {
    const { browserSession, flash } = ctx.state;
    send(ctx, textOf(view, props, { email: browserSession?.account.email, flash, now: clock.now(), url }));
  };

  const prepare: Prepare = (view, props) => {
    const texts = new Map<boolean, string>();
    return (ctx) => {
      const isSignedIn = ctx.state.browserSession !== undefined;
      // The page gets no email, so that no account can see that of another one.
      const page: PageContext = { email: isSignedIn ? '' : undefined, flash: undefined, now: new Date(0), url };
      const text = texts.get(isSignedIn) ?? textOf(view, props, page);
      texts.set(isSignedIn, text);
      send(ctx, text);
    };
  };

  return { render, prepare };
}

function textOf<Props extends object>(
  view: FunctionComponent<Props & PageProps>,
  props: Props,
  page: PageContext,
): string {
  return `<!doctype html>${renderToString(h(view, { ...props, page }))}`;
}

function send(ctx: HttpContext, text: string): void {
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.body = text;
}
