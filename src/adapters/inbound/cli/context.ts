import { OutputError } from './output.js';
import type { AccountUseCases } from '../../../application/accounts.js';
import type { ApiKeyUseCases } from '../../../application/api-keys.js';
import type { MaintenanceUseCases } from '../../../application/maintenance.js';
import type { DatabaseHealth } from '../../../domain/ports/health.js';

/** The tables of the database, and the changes that this version of the program still has to make to them. */
interface Schema extends Pick<DatabaseHealth, 'check'> {
  /** Lists the changes, oldest first. */
  pendingMigrations(): Promise<string[]>;
  /** Makes the changes, and lists them. */
  migrate(): Promise<string[]>;
  /** Puts back what people took from the database and an addition needs, and says what. */
  repair(): Promise<string[]>;
}

/** What commands call: use cases, and the preparation of the database. */
export interface Operations {
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly maintenance: Pick<MaintenanceUseCases, 'prepareRestored'>;
  readonly schema: Schema;
}

export interface CommandContext {
  readonly serve: () => Promise<void>;
  /** Opens the database for as long as `work` lasts. @param create whether to create a database that does not exist */
  readonly withDatabase: (work: (operations: Operations) => Promise<void>, create: boolean) => Promise<void>;
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
   * Starts as `serve` does, without serving, and calls `onFinding` for each step that succeeded and for each fault that
   * a start does not meet. Rejects with the error of a start that fails.
   */
  readonly diagnose: (onFinding: (finding: Finding) => void) => Promise<void>;
  /** Writes a line of the result to standard output. Rejects with OutputError. */
  readonly print: (line: string) => Promise<void>;
  /** Writes any other line to standard error, which may take no more. */
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
  }, false);
}

/** A result of `doctor`, in whole sentences. A fault has its remedy. */
export interface Finding {
  readonly ok: boolean;
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
  await print(...result).catch((error: unknown) => {
    if (!(error instanceof OutputError && error.code === 'EPIPE')) throw error;
  });
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
export function columns(texts: readonly (readonly string[])[]): string[] {
  const rows = texts.map((row) => row.map(visible));
  const widthOf = (at: number) => rows.reduce((widest, row) => Math.max(widest, row[at]?.length ?? 0), 0);
  const widths = rows[0]?.map((_, at) => widthOf(at)) ?? [];
  return rows.map((row) =>
    widths
      .map((width, at) => (row[at] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  );
}
