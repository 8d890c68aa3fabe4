const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

export const DURATION_FORM = 'a whole number followed by ms, s, m, h, d or w';

/** @returns milliseconds, or NaN if the text has another form */
export function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,12})(ms|[smhdw])$/.exec(text) ?? [];
  return Number(amount) * (UNITS[unit] ?? NaN);
}
