/**
 * Lets callers that arrive in one turn of the event loop go on together when it has ended. Each stage of the work then
 * runs for all of them in a row, so the processor finds its code and data in its caches, and many responses share one
 * call of the event loop (cohort scheduling, Larus and Parkes 2002). A caller that meets no other one goes on
 * immediately. docs/performance.md gives the gain.
 */
export class Cohort {
  /** Resolves at the end of this turn. It is absent if no caller has arrived in this turn or waited in the last one. */
  private turn: Promise<void> | undefined;
  private isWaitedFor = false;

  /** Runs `work` in the cohort of this turn. Resolves and rejects as `work` does. */
  enter<T>(work: () => Promise<T>): Promise<T> {
    if (this.turn !== undefined) {
      this.isWaitedFor = true;
      return this.turn.then(work);
    }
    this.beginTurn();
    return work();
  }

  private beginTurn(): void {
    this.isWaitedFor = false;
    this.turn = new Promise((resolve) => {
      setImmediate(() => {
        // After a turn with several callers, which will probably be followed by another one, the first caller waits
        // too.
        if (this.isWaitedFor) this.beginTurn();
        else this.turn = undefined;
        resolve();
      });
    });
  }
}
