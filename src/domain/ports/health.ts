/** What the probes, the metrics and the commands must know of the database. */
export interface DatabaseHealth {
  /**
   * Rejects with DomainError `unavailable` if the database cannot be used: it cannot be reached, it is not prepared for
   * this version, what requests read cannot be read, or its server is read-only, as after a failover. Another instance
   * may then do better.
   */
  check(): Promise<void>;
  /**
   * Returns why the database refused the last write by a fault of its own: there is no room, a right is missing, the
   * file cannot be written, is damaged or was moved, or the server is read-only. Every instance meets these faults, except
   * the last one, for which `check` also rejects. Returns `undefined` after a write that succeeded.
   */
  writeFault(): string | undefined;
}
