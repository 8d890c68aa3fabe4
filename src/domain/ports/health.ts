export interface DatabaseHealth {
  /**
   * Rejects with DomainError `unavailable` if the database cannot be reached, is not prepared for this version, cannot
   * be read, or is read-only, as after a failover. Another instance may then do better.
   */
  check(): Promise<void>;
  /**
   * Returns why the database refused the last write for a reason that every instance meets, such as a full disk, a
   * missing right or a damaged file. Returns `undefined` after a write that succeeded.
   */
  writeFault(): string | undefined;
}
