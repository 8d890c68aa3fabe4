import { currentDeadline, latestDeadline, withDeadline, type Deadline } from './deadline.js';

interface Shared<Result> {
  readonly result: Promise<Result>;
  /** The deadlines of the calls. */
  readonly deadlines: (Deadline | undefined)[];
}

/**
 * Does work that depends only on a key once for calls with the same key that are made together, as by the requests of
 * one turn of the event loop. It begins when all of them have been made, so none gets a result of work that began before
 * it. The work has the latest of their deadlines, and each call waits until its own.
 */
export class Sharing<Result> {
  /**
   * The work that is about to begin. Then the next work gets a map of its own, since a map that changes with every
   * request keeps old entries in memory.
   */
  private beginning = new Map<string, Shared<Result>>();

  /** @param tooLate returns the error of a call whose deadline passes before the work ends */
  constructor(
    private readonly work: (key: string) => Promise<Result>,
    private readonly tooLate: () => Error,
  ) {}

  load(key: string): Promise<Result> {
    if (this.beginning.size === 0) queueMicrotask(() => (this.beginning = new Map()));
    const shared = this.beginning.get(key) ?? this.share(key);
    const deadline = currentDeadline();
    shared.deadlines.push(deadline);
    return deadline === undefined ? shared.result : deadline.race(shared.result, this.tooLate);
  }

  private share(key: string): Shared<Result> {
    const deadlines: (Deadline | undefined)[] = [];
    const begin = () => withDeadline(latestDeadline(deadlines), () => this.work(key));
    const shared = { result: Promise.resolve().then(begin), deadlines };
    this.beginning.set(key, shared);
    return shared;
  }
}
