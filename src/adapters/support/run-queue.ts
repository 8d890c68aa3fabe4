/**
 * Starts work at the end of the turn of the event loop that brought it, at most `size` pieces in one turn, in order.
 * The pieces pass each stage one after the other, so the processor finds its code and data in its caches, and many
 * responses share one call of the event loop (cohort scheduling, Larus and Parkes 2002). `size` keeps a turn short,
 * because each turn accepts only one new connection.
 */
export class RunQueue {
  private readonly waiting: (() => void)[] = [];
  private isScheduled = false;

  constructor(private readonly size = Infinity) {}

  enter(start: () => void): void {
    this.waiting.push(start);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.startSome);
  }

  private readonly startSome = (): void => {
    this.isScheduled = false;
    if (this.waiting.length === 0) return;
    // Even if nothing waits for the next turn, the event loop then polls without sleeping, which is cheaper than a
    // wake-up.
    this.schedule();
    for (const start of this.waiting.splice(0, this.size)) start();
  };
}
