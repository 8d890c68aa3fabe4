import { layoutOf } from './browser-session.js';
import { pageError } from './errors.js';
import type { PageContext } from './state.js';
import type { Render, Violation, Views } from './views.js';

/** Answers with a page. */
export type Show = <Name extends keyof Views>(ctx: PageContext, view: Name, data: Views[Name]) => void;

export function showWith(render: Render): Show {
  return (ctx, view, data) => {
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = render(view, { ...data, ...layoutOf(ctx) });
  };
}

/**
 * Shows a form again after the core refused its input; rethrows every other error.
 * @param fieldOf the form field for each name with which a message of the core can begin; the first one for a message
 *   that begins with none of them.
 */
export function showAgain(
  ctx: PageContext,
  error: unknown,
  fieldOf: Readonly<Record<string, string>>,
  show: (violation: Violation) => void,
): void {
  const reported = pageError(error);
  if (reported.code !== 'invalid' && reported.code !== 'sign_in_failed') throw error;
  const { message } = reported;
  const member = Object.keys(fieldOf).find((name) => message.startsWith(`${name} `)) ?? Object.keys(fieldOf)[0] ?? '';
  ctx.state.error = reported;
  ctx.status = reported.status;
  show({ field: fieldOf[member] ?? '', message: message.charAt(0).toUpperCase() + message.slice(1) });
}
