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
