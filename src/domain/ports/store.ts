/**
 * Checks whether the store can be used, and prepares it. Every method rejects with DomainError `unavailable` when the
 * store cannot be reached, and with MissingRightError when the store refuses a statement because its user lacks a
 * right.
 */
export interface Schema {
  /** Rejects if the store cannot be used, which includes a pending migration and an unfinished copy into the store. */
  check(): Promise<void>;
  /**
   * Finds why the store refuses writes from every instance although it answers reads: its disk is full or read-only, or
   * its user lacks a right. Tries a write if the last one was refused, or if the next one may be refused.
   * @returns the reason in one sentence, or `undefined` while the store accepts writes
   */
  writeFault(): Promise<string | undefined>;
  /** Lists the migrations that this program knows and the store does not have, oldest first. Changes nothing. */
  pendingMigrations(): Promise<string[]>;
  /**
   * Applies pending migrations, each one once even if several instances call. Resolves to the migrations that this call
   * applied.
   */
  migrate(): Promise<string[]>;
}

/** The result of one check of the configuration or the store. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** The result, in one sentence. */
  readonly message: string;
  /** The remedy. It is absent when the check passed. */
  readonly fix?: string;
}

/** Called while a backup is made. `done` and `total` count parts of the same size. */
export type OnBackupProgress = (done: number, total: number) => void;
