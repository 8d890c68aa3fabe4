import type { CommandContext } from './context.js';
import { OutputError } from './output.js';

// How commands write their results: as JSON, as lines or as a table.

export interface Format {
  readonly json?: true;
}

/** Writes the result of a command. The program that reads it, such as head, may end early. @throws OutputError */
export async function report(...result: Parameters<typeof print>): Promise<void> {
  await print(...result).catch(ignoreEndOfReader);
}

function ignoreEndOfReader(error: unknown): void {
  if (!(error instanceof OutputError && error.code === 'EPIPE')) throw error;
}

/** @throws OutputError, also if the program that reads the result has ended */
export async function print(
  { print }: CommandContext,
  { json }: Format,
  value: object,
  lines: readonly string[] = [],
): Promise<void> {
  for (const line of json === true ? [JSON.stringify(value, withEveryDigit)] : lines) await print(line);
}

function withEveryDigit(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

declare global {
  /** TypeScript 6.0 does not know this method, which Node.js 22 has. */
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

export function instant(date: Date | undefined): string {
  return date === undefined ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Escapes control characters, and those that reorder text (Unicode Standard Annex 9), in what other people wrote. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats rows of cells as lines. Each column is as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(visible));
  const widths: number[] = [];
  for (const row of shown) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return shown.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
