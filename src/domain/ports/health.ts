export interface DatabaseHealth {
  /** Rejects with DomainError `unavailable` while this instance cannot use the database. Another one may do better. */
  check(): Promise<void>;
  /** The reason, which every instance meets, why the database refused the last write; `undefined` after a success. */
  writeFault(): string | undefined;
}
