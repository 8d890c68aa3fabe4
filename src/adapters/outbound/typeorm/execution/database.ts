import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline, Deadline } from '../../../support/deadline.js';
import { RunQueue } from '../../../support/run-queue.js';
import { NoPermitError, Semaphore } from '../../../support/semaphore.js';
import type { StorageOptions } from '../../storage.js';
import { OpenDataSource } from './data-source.js';
import { inTransaction, type Connection, type Dialect } from './dialect.js';
import { DatabaseUnavailable, mayRepeat, namesNoCause, tooLate, translate } from './failures.js';

const DEFAULT_TIMEOUT_MS = 5_000;

/** The rest serve reads, so that these continue when every write hangs, as in a group of servers without a majority. */
const WRITE_SHARE = 0.4;

const MAX_WAITING = 1000;

/**
 * The pauses before further attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time
 * to finish, or a proxy time to switch to another server.
 */
const PAUSE_MS = { first: 5, longest: 100 };

export type DatabaseOptions = Pick<StorageOptions, 'timeoutMs' | 'onWait'>;

export interface ExecuteOptions {
  /**
   * As in RFC 9110, section 9.2. Safe or idempotent work is repeated when its outcome is unknown, and other work only
   * when the database undid all of it. `once` is never repeated.
   */
  readonly effect?: 'safe' | 'idempotent' | 'once';
  /** Whether work that has begun may take as long as it needs. Then the deadline only ends the attempts to begin it. */
  readonly isUnlimited?: boolean;
}

export const READ: ExecuteOptions = { effect: 'safe' };

/**
 * How calls of one kind share statements. The statements of the largest batch have less than 1 MiB, the smallest
 * max_allowed_packet that is common.
 */
export const BATCHES = {
  maxBatchSize: 128,
  maxWaitMs: 20, // Most statements and commits take less time.
};

export type Statements = Pick<Database, 'dialect' | 'execute' | 'query' | 'transaction'>;

type Work<T> = (connection: Connection) => Promise<T>;

/** Reads and writes have permits of their own, unless one connection serves all. */
class Permits {
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;

  constructor(readonly size: number) {
    const forWrites = Math.max(1, Math.floor(size * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, size - forWrites), { maxWaiting: MAX_WAITING });
    this.writes = size === 1 ? this.reads : new Semaphore(forWrites, { maxWaiting: MAX_WAITING });
  }

  get busy(): number {
    return this.reads.busy + (this.writes === this.reads ? 0 : this.writes.busy);
  }

  get waiting(): number {
    return this.reads.waiting + (this.writes === this.reads ? 0 : this.writes.waiting);
  }

  of(isRead: boolean): Semaphore {
    return isRead ? this.reads : this.writes;
  }
}

/**
 * Every statement and transaction goes through here, within limits of concurrency and time, and with retries. Every
 * method rejects with DomainError `unavailable` when the database does not answer in time, and with `already_exists`
 * when a row would repeat a unique value.
 */
export class Database {
  readonly permits: Permits;
  private readonly source: OpenDataSource;
  /** The error of a write that the database refused by a fault of its own, until a write succeeds. */
  writeFault: DatabaseUnavailable | undefined;
  /**
   * The callers whose results arrive in one turn of the event loop go on together, for the reason that `RunQueue`
   * gives.
   */
  private readonly results = new RunQueue();

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.permits = new Permits(dialect.connections.size);
    this.source = new OpenDataSource(dialect);
  }

  /** Opens a first connection. Another program may be creating the same file, so an attempt may be repeated. */
  async connect(): Promise<void> {
    const deadline = this.newDeadline();
    await repeating(() => this.source.open(deadline), deadline, 'safe');
  }

  /** Closes the connections. It waits for running work if there is only one connection. */
  close(): Promise<void> {
    return this.source.close((closing) => (this.permits.size === 1 ? this.permits.of(false).run(closing) : closing()));
  }

  query<T>(text: string, values: unknown[] = [], options?: ExecuteOptions): Promise<T> {
    return this.execute((connection) => connection.query<T>(text, values), options);
  }

  transaction<T>(work: Work<T>, options?: ExecuteOptions): Promise<T> {
    return this.execute(
      (connection) => inTransaction(connection, this.dialect.sql.begin, () => work(connection)),
      options,
    );
  }

  /**
   * Does the work on a connection of its own, by the deadline of the present work or the time limit of the storage, and
   * repeats it if another attempt may succeed. Work that was cut off may have had an effect.
   */
  async execute<T>(work: Work<T>, options: ExecuteOptions = {}): Promise<T> {
    const deadline = currentDeadline() ?? this.newDeadline();
    const result = await repeating(() => this.attempt(work, deadline, options), deadline, options.effect);
    // A result waits for others only if other calls are running.
    if (this.permits.busy > 0) await new Promise<void>((resolve) => this.results.enter(resolve));
    return result;
  }

  private newDeadline(): Deadline {
    return new Deadline(this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  }

  private async attempt<T>(work: Work<T>, deadline: Deadline, options: ExecuteOptions): Promise<T> {
    const { effect, isUnlimited = false } = options;
    const isRead = effect === 'safe';
    const permits = this.permits.of(isRead);
    const waitedMs = permits.tryAcquire() ? 0 : await waitForPermit(permits, deadline);
    this.options.onWait?.(waitedMs);
    const taken = this.take();
    let connection: Connection | undefined;
    const late = Promise.withResolvers<never>();
    const unwatch = deadline.watch(() => {
      if (connection === undefined) late.reject(tooLate());
      else if (!isUnlimited) connection.discard();
    });
    try {
      connection = await Promise.race([taken, late.promise]);
      const result = await work(connection);
      if (!isRead) this.writeFault = undefined;
      return result;
    } catch (error) {
      if (connection === undefined) throw error; // Nothing was done.
      throw this.failureOf(error, connection, isRead, !isUnlimited && deadline.hasPassed);
    } finally {
      unwatch();
      // The permit is held until the pool of the driver has answered, even if the call waits no longer.
      const returned = taken.then(({ runner }) => runner.release()).catch(() => undefined);
      const freed = returned.finally(() => permits.release());
      if (connection !== undefined) await freed;
    }
  }

  /** Resolves to a connection, whose runner is released after its use. Rejects with DatabaseUnavailable without one. */
  private async take(): Promise<Connection> {
    const runner = this.source.get().createQueryRunner();
    try {
      return this.dialect.connections.connectionOf(runner, await runner.connect());
    } catch (error) {
      const failure = translate(error, this.dialect.errors);
      throw mayRepeat(failure, true) ? new DatabaseUnavailable(failure.cause, 'refused') : failure;
    }
  }

  private failureOf(error: unknown, connection: Connection, isRead: boolean, isLate: boolean): unknown {
    if (isLate) connection.discard();
    const failure = translate(error, this.dialect.errors);
    if (!(failure instanceof DatabaseUnavailable)) return failure;
    if (isLate && failure.meaning === 'lost') return tooLate(!isRead); // The deadline has ended the connection.
    const { endsConnection, outcome, refusesWrites } = failure.effects;
    if (endsConnection !== undefined) connection.discard(endsConnection === 'with others');
    if (isRead) return failure;
    if (refusesWrites) this.writeFault = failure;
    return outcome === 'unknown' ? failure.withUnknownOutcome() : failure;
  }
}

/**
 * Makes attempts until the deadline. Rejects with the last failure that names a cause, and says if any attempt may have
 * had an effect.
 */
async function repeating<T>(
  attempt: () => Promise<T>,
  deadline: Deadline,
  effect: ExecuteOptions['effect'],
): Promise<T> {
  let failure: DatabaseUnavailable | undefined;
  let mayHaveChanged = false;
  for (let least = PAUSE_MS.first; ; least = Math.min(2 * least, PAUSE_MS.longest)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      mayHaveChanged ||= error.mayHaveChanged;
      if (failure === undefined || !namesNoCause(error)) failure = error;
      const pauseMs = randomInt(least, 2 * least);
      const isTimeLeft = performance.now() + pauseMs < deadline.at;
      if (!isTimeLeft || effect === 'once' || !mayRepeat(error, effect !== undefined)) {
        throw mayHaveChanged ? failure.withUnknownOutcome() : failure;
      }
      await delay(pauseMs);
    }
  }
}

/** @returns how long the call waited, in milliseconds */
async function waitForPermit(permits: Semaphore, deadline: Deadline): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire({ deadline });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    if (deadline.hasPassed) throw tooLate();
    throw new DatabaseUnavailable(new Error('too many calls wait for the database'), 'crowded');
  }
  return performance.now() - start;
}
