import { stringify } from 'lossless-json';
import type { CommandContext } from './context.js';

/** Prints the result as JSON if the option asks for it, else as lines. */
export function report(
  { print }: CommandContext,
  { json }: { readonly json?: true },
  value: unknown,
  lines: () => string[],
): void {
  if (json === true) print(stringify(value) ?? 'null');
  else lines().forEach(print);
}

export function instant(date: Date | undefined): string {
  return date === undefined ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Rows of cells as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
