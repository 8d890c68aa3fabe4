interface Ring {
  /** The instant, on the clock of performance.now(). */
  readonly at: number;
  readonly call: () => void;
}

/** Calls back at deadlines. One timer serves all of them, because most are cleared long before they are due. */
export class Alarm {
  /** This is an array, because a Set that changes with every request keeps old tables in memory. */
  private rings: Ring[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  private firesAt = Infinity;

  /** Calls back at an instant. Returns a function that prevents it. */
  set(at: number, call: () => void): () => void {
    if (at === Infinity) return () => undefined;
    const ring = { at, call };
    this.rings.push(ring);
    if (at < this.firesAt) this.startTimer(at);
    return () => {
      const place = this.rings.indexOf(ring);
      if (place >= 0) this.rings.splice(place, 1);
    };
  }

  /** Settles as the promise does, or rejects at the deadline with the error that `expire` returns. */
  before<T>(deadline: number, promise: Promise<T>, expire: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const clear = this.set(deadline, () => reject(expire()));
      promise.then(resolve, reject).finally(clear);
    });
  }

  private startTimer(at: number): void {
    clearTimeout(this.timer);
    this.firesAt = at;
    // The timer keeps no process running: that is up to the connections whose deadline it watches.
    this.timer = setTimeout(() => this.fire(), Math.max(0, at - performance.now())).unref();
  }

  private fire(): void {
    const now = performance.now();
    const due = this.rings.filter(({ at }) => at <= now);
    this.rings = this.rings.filter(({ at }) => at > now);
    this.firesAt = Infinity;
    if (this.rings.length > 0) this.startTimer(Math.min(...this.rings.map(({ at }) => at)));
    for (const { call } of due) call();
  }
}
