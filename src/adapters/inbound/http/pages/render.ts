import { pageError } from './errors.js';
import type { PageContext } from './state.js';
import type { Fault, Render, Views } from './views.js';
import { layoutOf } from './browser-session.js';

/** Answers with a page. */
export type Show = <Name extends keyof Views>(ctx: PageContext, view: Name, data: Views[Name]) => void;

export function showWith(render: Render): Show {
  return (ctx, view, data) => {
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = render(view, { ...data, ...layoutOf(ctx) });
  };
}

/**
 * Shows a form again where the core refused what was typed into it; throws every other error on.
 * @param fieldOf the field of the form for each name by which the core's messages begin; the first is to blame for a
 *   message that names none.
 */
export function showAgain(
  ctx: PageContext,
  error: unknown,
  fieldOf: Readonly<Record<string, string>>,
  show: (fault: Fault) => void,
): void {
  const refusal = pageError(error);
  if (refusal.code !== 'invalid' && refusal.code !== 'sign_in_failed') throw error;
  const { message } = refusal;
  const member = Object.keys(fieldOf).find((name) => message.startsWith(`${name} `)) ?? Object.keys(fieldOf)[0] ?? '';
  ctx.state.error = refusal;
  ctx.status = refusal.status;
  show({ field: fieldOf[member] ?? '', message: message.charAt(0).toUpperCase() + message.slice(1) });
}
