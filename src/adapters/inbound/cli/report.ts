import type { CommandContext } from './context.js';
import { OutputError } from './output.js';

// How commands write their results: as JSON, as lines or as a table.

/** The option that every command with a result has. */
export interface Format {
  readonly json?: true;
}

/**
 * Writes the result as JSON or as lines. If a program that reads it, such as head, ends before, the rest is dropped.
 * @throws OutputError
 */
export async function report(...result: Parameters<typeof print>): Promise<void> {
  await print(...result).catch(ignoreEndOfReader);
}

/** Drops the error of output whose reader has ended. Throws any other one. */
export function ignoreEndOfReader(error: unknown): void {
  if (!(error instanceof OutputError && error.code === 'EPIPE')) throw error;
}

/** How a list is written. */
interface Shape<Item> {
  /** The headings and the cells of a table. */
  readonly headings: readonly string[];
  readonly cellsOf: (item: Item) => readonly string[];
  /** What JSON has before and after the items. By default they are an array. */
  readonly frame?: readonly [start: string, end: string];
}

/**
 * Writes a list as JSON or as a table while it is read, so that its length takes no memory. If a program that reads the
 * output, such as head, ends before, the list is not read any further.
 * @throws OutputError
 */
export async function reportList<Item extends object>(
  { print }: CommandContext,
  { json }: Format,
  items: AsyncIterable<Item>,
  shape: Shape<Item>,
): Promise<void> {
  const parts = partsOf(items);
  try {
    for await (const line of json === true ? jsonLinesOf(parts, shape) : tableLinesOf(parts, shape)) await print(line);
  } catch (error) {
    ignoreEndOfReader(error);
  }
}

/** How many items are held while a list is written. */
const PART_SIZE = 1000;

/** Yields the items in arrays. */
async function* partsOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < PART_SIZE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Yields the lines of one JSON text. A short list has one line. */
async function* jsonLinesOf<Item>(
  parts: AsyncIterable<Item[]>,
  { frame: [start, end] = ['[', ']'] }: Shape<Item>,
): AsyncGenerator<string> {
  let line: string | undefined;
  for await (const part of parts) {
    if (line !== undefined) yield `${line},`;
    const items = part.map((item) => JSON.stringify(item, withEveryDigit)).join(',');
    line = line === undefined ? start + items : items;
  }
  yield (line ?? start) + end;
}

/** Yields the lines of a table. Its columns only become wider when a later part of the list needs that. */
async function* tableLinesOf<Item>(
  parts: AsyncIterable<Item[]>,
  { headings, cellsOf }: Shape<Item>,
): AsyncGenerator<string> {
  let rows = [headings];
  let widths: readonly number[] = [];
  const lines = () => {
    widths = widthsOf(rows, widths);
    return linesOf(rows, widths);
  };
  for await (const part of parts) {
    rows.push(...part.map(cellsOf));
    yield* lines();
    rows = [];
  }
  yield* lines(); // The headings of an empty list.
}

/** Writes the result as JSON or as lines. @throws OutputError, also if the program that reads it has ended */
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

/**
 * Replaces characters that change what a terminal displays with JSON escapes: control characters, and those that
 * reorder text (Unicode Standard Annex 9). Names and messages come from stores and servers that other people fill.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats rows of cells as lines. Each column is as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  return linesOf(rows, widthsOf(rows));
}

/** Returns how wide each column must be, at least as wide as before. */
function widthsOf(rows: readonly (readonly string[])[], before: readonly number[] = []): number[] {
  const widths = [...before];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, visible(cell).length);
  }
  return widths;
}

function linesOf(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  return rows.map((row) =>
    row
      .map((cell, at) => visible(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
