import { InvalidArgumentError } from 'commander';

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A hundred years, in milliseconds: anything longer is a typing error, or meant to be no expiry. */
const LONGEST = 36_525 * 86_400_000;

/** @returns milliseconds @throws InvalidArgumentError */
export function parseLifetime(text: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,11})([smhdw])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (MILLISECONDS[unit] ?? NaN);
  if (!(milliseconds <= LONGEST)) {
    throw new InvalidArgumentError(
      'It must be a whole number and s, m, h, d or w, such as 90d, and at most a century.',
    );
  }
  return milliseconds;
}
