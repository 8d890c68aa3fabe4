/**
 * Checks whether the database can be used, and prepares it. Every method that returns a promise rejects with
 * DomainError `unavailable` when the database cannot be reached or refuses a statement. A database that needs no
 * preparation has no migrations: both lists are empty.
 */
export interface Schema {
  /**
   * Rejects if the database cannot be used, which includes a pending migration and an unfinished copy into the
   * database.
   */
  check(): Promise<void>;
  /**
   * Returns why the database refused the last write, or would refuse the next one, if every instance would meet the
   * same fault: there is no room, a right is missing, or the file cannot be written, is damaged or was moved. Returns
   * `undefined` after a write that succeeded.
   */
  writeFault(): string | undefined;
  /** Lists the migrations that this program knows and the database does not have, oldest first. Changes nothing. */
  pendingMigrations(): Promise<string[]>;
  /**
   * Applies pending migrations, each one once even if several instances call. Resolves to the migrations that this call
   * applied.
   */
  migrate(): Promise<string[]>;
}
