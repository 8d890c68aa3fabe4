import { OutputError } from './output.js';
import type { AccountUseCases } from '../../../application/accounts.js';
import type { ApiKeyUseCases } from '../../../application/api-keys.js';
import type { MaintenanceUseCases } from '../../../application/maintenance.js';
import type { DatabaseHealth } from '../../../domain/ports/health.js';

/** The tables of the database, and the changes that this version of the program still has to make to them. */
interface Schema extends Pick<DatabaseHealth, 'check'> {
  /** Lists the changes, oldest first. */
  pendingMigrations(): Promise<string[]>;
  /** Lists the corrections that `migrate` would make to a database that lacks what additions need. */
  pendingCorrections(): Promise<string[]>;
  /** Makes the changes and the corrections, and lists them. */
  migrate(): Promise<string[]>;
}

/** What commands call: use cases, and the preparation of the database. */
export interface Operations {
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly maintenance: Pick<MaintenanceUseCases, 'activeKeys' | 'prepareRestored'>;
  readonly schema: Schema;
}

/**
 * How a command uses the database: it may create one that does not exist; it needs one that exists; or it also needs
 * that no other process has the file of the database open.
 */
type Access = 'create' | 'open' | 'alone';

export interface CommandContext {
  readonly serve: () => Promise<void>;
  /** Opens the database for as long as `work` lasts. */
  readonly withDatabase: (work: (operations: Operations) => Promise<void>, access: Access) => Promise<void>;
  /** Copies a database, both given by their URLs. Resolves to the number of rows for the name of each table. */
  readonly copy: (
    from: string,
    to: string,
    onProgress: (done: number, total: number) => void,
  ) => Promise<ReadonlyMap<string, number>>;
  readonly backup: (file: string, onProgress: (done: number, total: number) => void) => Promise<void>;
  /** Asks the operator to confirm a change that cannot be undone. Rejects with DomainError `invalid` otherwise. */
  readonly confirm: (question: string) => Promise<void>;
  readonly readNewPassword: (check: (password: string) => Promise<unknown>) => Promise<string>;
  /**
   * Checks the configuration and the database, and calls `onFinding` for each result. Rejects with the error of a start
   * that fails, or of a database that takes no changes.
   */
  readonly diagnose: (onFinding: (finding: Finding) => void) => Promise<void>;
  /** Writes a line of the result to standard output. Rejects with OutputError. */
  readonly print: (line: string) => Promise<void>;
  /** Writes any other line to standard error, and drops it if that cannot be written. */
  readonly printNotice: (line: string) => void;
}

/** Opens the database, and refuses one whose schema is not up to date or that a copy has not filled yet. */
export function withMigratedDatabase(
  { withDatabase }: CommandContext,
  work: (operations: Operations) => Promise<void>,
) {
  return withDatabase(async (operations) => {
    await operations.schema.check();
    await work(operations);
  }, 'open');
}

/** A result of `doctor`, in whole sentences. A fault has its remedy. */
export interface Finding {
  readonly ok: boolean;
  /** Whether it is no fault, and an operator should know it nevertheless. */
  readonly note?: true;
  readonly message: string;
}

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
