import { afterThisCode } from './after-this-code.js';
import { currentDeadline, latestDeadline, withDeadline, type Deadline } from './deadline.js';

interface Shared<Result> extends PromiseWithResolvers<Result> {
  /** The deadlines of the calls. */
  readonly deadlines: (Deadline | undefined)[];
}

/**
 * Does work that depends only on a key once for calls with the same key that are made together, as by the requests that
 * the line starts in one turn. It begins when all of them have been made, so none gets a result of work that began before
 * it. The work has the latest of their deadlines, and each call waits until its own.
 */
export class Sharing<Result> {
  /** Work that has not begun. Each time it is a new map, because one that always changes would keep old entries. */
  private beginning = new Map<string, Shared<Result>>();

  /** @param tooLate returns the error of a call whose deadline passes before the work ends */
  constructor(
    private readonly work: (key: string) => Promise<Result>,
    private readonly tooLate: () => Error,
  ) {}

  load(key: string): Promise<Result> {
    if (this.beginning.size === 0) afterThisCode(() => this.begin());
    const shared = this.beginning.get(key) ?? { ...Promise.withResolvers<Result>(), deadlines: [] };
    this.beginning.set(key, shared);
    const deadline = currentDeadline();
    shared.deadlines.push(deadline);
    return deadline?.race(shared.promise, this.tooLate) ?? shared.promise;
  }

  private begin(): void {
    const all = this.beginning;
    this.beginning = new Map();
    for (const [key, { deadlines, resolve }] of all) {
      resolve(withDeadline(latestDeadline(deadlines), () => this.work(key)));
    }
  }
}
