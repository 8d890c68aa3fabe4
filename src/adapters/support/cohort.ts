/**
 * Lets callers that arrive in one turn of the event loop go on together: the first one immediately, and the others when
 * the turn has ended. Each stage of the work then runs for all of them in a row, so the processor finds its code and
 * data in its caches, and many responses share one call of the event loop (cohort scheduling, Larus and Parkes 2002).
 * docs/performance.md gives the gain.
 */
export class Cohort {
  /** Resolves at the end of the turn in which the latest first caller arrived. It is absent after that turn. */
  private turn: Promise<void> | undefined;

  /** Runs `work` in the cohort of this turn. Resolves and rejects as `work` does. */
  enter<T>(work: () => Promise<T>): Promise<T> {
    if (this.turn !== undefined) return this.turn.then(work);
    this.turn = new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined;
        resolve();
      });
    });
    return work();
  }
}
