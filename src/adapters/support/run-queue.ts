/**
 * Starts work at the end of the turn of the event loop that brought it, at most `size` pieces in one turn, in order. The
 * pieces of one turn then go together: each stage of them runs in a row, so the processor finds its code and data in its
 * caches, and many responses share one call of the event loop (cohort scheduling, Larus and Parkes 2002). And a turn
 * stays short, so that the event loop accepts a new connection soon, since it accepts one in each turn.
 * docs/performance.md gives the gain.
 */
export class RunQueue {
  private readonly waiting: (() => void)[] = [];
  private isHeld = false;
  private isScheduled = false;

  /** @param size how many pieces of work start in one turn, at least 1; all of them by default */
  constructor(private readonly size = Infinity) {}

  enter(start: () => void): void {
    this.waiting.push(start);
    this.schedule();
  }

  /** Starts nothing until `release` is called. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || this.isHeld) return;
    this.isScheduled = true;
    setImmediate(this.startSome);
  }

  private readonly startSome = (): void => {
    this.isScheduled = false;
    if (this.isHeld || this.waiting.length === 0) return;
    // The next turn is scheduled even if nothing waits for it yet. The event loop then polls once more without
    // sleeping, which is cheaper than a wake-up.
    this.schedule();
    for (const start of this.waiting.splice(0, this.size)) start();
  };
}
