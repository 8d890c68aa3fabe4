import { unavailable } from './errors.js';

type Kind = 'read' | 'write';

interface Waiting {
  readonly kind: Kind;
  /** Ascends in order of arrival. */
  readonly number: number;
  grant(): void;
}

/**
 * Limits how many calls use a resource at a time; the others wait in order of arrival, urgent ones first. Writes leave
 * some permits to reads. Stands before a driver's own pool, whose queue has neither a time limit nor a priority.
 */
export class Semaphore {
  private readonly held = { read: 0, write: 0 };
  private arrivals = 0;
  private readonly queues = { urgent: new Set<Waiting>(), read: new Set<Waiting>(), write: new Set<Waiting>() };

  /**
   * @param size the number of permits
   * @param maxWaiting how many calls of a kind may wait, and how many urgent ones; more are refused at once
   * @param reserved the number of permits that no write gets, less than `size`
   */
  constructor(
    readonly size: number,
    private readonly maxWaiting: number,
    private readonly reserved = 0,
  ) {}

  /** Permits that are held. */
  get busy(): number {
    return this.held.read + this.held.write;
  }

  get waiting(): number {
    const { urgent, read, write } = this.queues;
    return urgent.size + read.size + write.size;
  }

  /**
   * Waits for a permit; resolves to the function that releases it. Rejects with the reason of the signal when that aborts
   * first, and with DomainError `unavailable` when too many calls wait.
   */
  async acquire(kind: Kind, signal?: AbortSignal, urgent = false): Promise<() => void> {
    if (this.isFree(kind)) this.held[kind]++;
    else await this.wait(kind, signal, urgent);
    return () => this.release(kind);
  }

  private wait(kind: Kind, signal: AbortSignal | undefined, urgent: boolean): Promise<void> {
    const queue = urgent ? this.queues.urgent : this.queues[kind];
    return new Promise((resolve, reject) => {
      if (queue.size >= this.maxWaiting) {
        reject(unavailable(new Error('too many calls wait for the store')));
        return;
      }
      const waiting: Waiting = {
        kind,
        number: this.arrivals++,
        grant: () => {
          queue.delete(waiting);
          signal?.removeEventListener('abort', cancel);
          this.held[kind]++;
          resolve();
        },
      };
      const cancel = () => {
        queue.delete(waiting);
        reject(signal?.reason instanceof Error ? signal.reason : unavailable(new Error('cancelled')));
      };
      queue.add(waiting);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  private isFree(kind: Kind): boolean {
    return this.busy < this.size && (kind === 'read' || this.held.write < this.size - this.reserved);
  }

  private release(kind: Kind): void {
    this.held[kind]--;
    this.next()?.grant();
  }

  private next(): Waiting | undefined {
    const heads = [this.queues.read, this.queues.write]
      .flatMap(([head]) => (head !== undefined && this.isFree(head.kind) ? [head] : []))
      .sort((one, other) => one.number - other.number);
    const [urgent] = this.queues.urgent;
    return urgent !== undefined && this.isFree(urgent.kind) ? urgent : heads[0];
  }
}
