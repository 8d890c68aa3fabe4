import type { PageProps } from './layout.js';

/** Pages give instants in UTC, since the service does not know the time zone of its reader. */
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a text such as "1 Dec 2026, 12:10 UTC". */
export function instant(date: Date): string {
  return `${INSTANT.format(date)} UTC`;
}

export function Instant({ date }: { readonly date: Date }) {
  return <time dateTime={date.toISOString()}>{instant(date)}</time>;
}

/** Shows how long ago or ahead a date is, with the exact time on hover; without a date it shows "never". */
export function RelativeTime({ page, date }: PageProps & { readonly date: Date | undefined }) {
  if (date === undefined) return <>never</>;
  return (
    <time dateTime={date.toISOString()} title={instant(date)}>
      {relativeTime(date, page.now)}
    </time>
  );
}

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Each unit has its length in seconds; the longest comes first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Returns a text such as "3 hours ago" or "in 29 days", rounded to one unit; below one minute, "just now" or "soon". */
export function relativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return seconds > 0 ? 'soon' : 'just now';
  const [name, length] = unit;
  return FORMAT.format(Math.round(seconds / length), name);
}
