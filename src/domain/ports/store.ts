/** The store as a whole. Every method rejects with DomainError `unavailable` where the store cannot be reached. */
export interface Store {
  /** Fulfilled where the store answers and no migration is pending; else rejects with DomainError `unavailable`. */
  check(): Promise<void>;
  /** The migrations that this program knows and the store has not seen, oldest first. */
  pendingMigrations(): Promise<string[]>;
  /** Brings the schema up to date, once, however many ask at the same time; gives the migrations that this call ran. */
  migrate(): Promise<string[]>;
}
