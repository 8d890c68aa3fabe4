import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Eta } from 'eta';
import type { HttpContext } from '../state.js';
import { PET_STATUSES } from '../../../../domain/pet.js';
import type { Clock } from '../../../../domain/ports/security.js';

/** Answers with a page. @param view the name of its template */
export type Render = (ctx: HttpContext, view: string, data: object) => void;

export type Fill = (template: string, data: object) => string;

/** Reads the templates once: no path of a request becomes the name of a file. All output is escaped. */
export function readViews(clock: Clock): { render: Render; fill: Fill } {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = new URL('views/', import.meta.url);
  for (const file of readdirSync(folder)) {
    eta.loadTemplate(`@${basename(file, '.eta')}`, readFileSync(new URL(file, folder), 'utf8'));
  }
  const fill: Fill = (template, data) => eta.render(`@${template}`, data);
  const render: Render = (ctx, view, data) => {
    const { browserSession, flash } = ctx.state;
    const now = clock.now();
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = fill(view, {
      ...data,
      email: browserSession?.account.email,
      flash,
      statuses: PET_STATUSES,
      instant,
      time: (date?: Date) => timeElement(date, now),
    });
  };
  return { render, fill };
}

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function instant(date: Date): string {
  return `${INSTANT.format(date)} UTC`;
}

/** HTML: how long ago or ahead, with the exact time on hover; "never" without a date. */
function timeElement(date: Date | undefined, now: Date): string {
  if (date === undefined) return 'never';
  return `<time datetime="${date.toISOString()}" title="${instant(date)}">${relativeTime(date, now)}</time>`;
}

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const DAY = 86_400;

/** Each unit with its length in seconds, longest first. */
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Such as "3 hours ago" or "in 29 days", rounded to one unit; "just now" or "soon" below one minute. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  // Below two months, days are more exact and as easy to read.
  const unit = UNITS.find(([name, length]) => Math.abs(seconds) >= (name === 'month' ? 2 : 1) * length);
  if (unit === undefined) return seconds > 0 ? 'soon' : 'just now';
  const [name, length] = unit;
  return FORMAT.format(Math.round(seconds / length), name);
}
