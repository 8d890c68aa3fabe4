import { stringify } from 'lossless-json';
import type { CommandContext } from './context.js';

/** The option that every command with a result has. */
export interface Format {
  readonly json?: true;
}

export function report({ print }: CommandContext, { json }: Format, value: unknown, lines: readonly string[] = []) {
  if (json === true) print(stringify(value) ?? 'null');
  else lines.forEach(print);
}

export function instant(date: Date | undefined): string {
  return date === undefined ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Rows of cells as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (at: number) => rows.reduce((widest, row) => Math.max(widest, row[at]?.length ?? 0), 0);
  const widths = rows[0]?.map((_, at) => widthOf(at)) ?? [];
  return rows.map((row) =>
    widths
      .map((width, at) => (row[at] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  );
}
