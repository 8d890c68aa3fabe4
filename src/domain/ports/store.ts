/** The store as a whole. Every method rejects with DomainError `unavailable` when the store cannot be reached. */
export interface Store {
  /**
   * Resolves when the store answers, no migration is pending and no copy into it is unfinished; otherwise rejects with
   * DomainError `unavailable`.
   */
  check(): Promise<void>;
  /** The migrations that this program knows and the store does not have, oldest first. Changes nothing. */
  pendingMigrations(): Promise<string[]>;
  /** Applies pending migrations, each once also when several instances call; resolves to those that this call applied. */
  migrate(): Promise<string[]>;
}

/** The result of one check of the configuration or the store. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly ok: boolean;
  /** What was found, in one sentence. */
  readonly says: string;
  /** What to do; absent when the check is ok. */
  readonly fix?: string;
}
