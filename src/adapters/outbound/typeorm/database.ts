import { Cohort } from '../../support/cohort.js';
import { Semaphore } from '../../support/semaphore.js';
import type { StorageOptions } from '../storage.js';
import { Connections } from './connections.js';
import { inTransaction, type Connection, type Dialect } from './dialect.js';
import { DatabaseUnavailable, translate, WORDS } from './errors.js';
import { Permits, waitForPermit } from './permits.js';
import { repeatAfter } from './repetition.js';

/** The share of the time limit in which new attempts may begin. The rest is for the last attempt to finish. */
const RETRY_SHARE = 0.5;

const DEFAULT_TIMEOUT_MS = 5_000;

/** How often the running calls are checked for an expired time limit, in milliseconds. */
const SWEEP_MS = 100;

export type DatabaseOptions = Pick<StorageOptions, 'timeoutMs' | 'onWait'>;

export interface ExecuteOptions {
  /** The time limit in milliseconds. Infinity means no limit. */
  readonly timeoutMs?: number;
  /**
   * The effect of repeating the work, as in RFC 9110, section 9.2. Safe or idempotent work is repeated when its outcome
   * is unknown; other work only when the database undid all of it.
   */
  readonly effect?: 'safe' | 'idempotent';
  /**
   * For how long new attempts may begin, in milliseconds. The default is half of the time limit, but at most 2.5
   * seconds.
   */
  readonly retryMs?: number;
}

export const READ: ExecuteOptions = { effect: 'safe' };

/** What a repository needs of a database. */
export type Statements = Pick<Database, 'dialect' | 'execute' | 'query' | 'transaction' | 'purges'>;

type Work<T> = (connection: Connection) => Promise<T>;

/** The running work on one connection. */
interface Call {
  readonly connection: Connection;
  /** The time at which the call must end, on the clock of performance.now(). */
  readonly deadline: number;
}

/**
 * One database. Every statement and transaction goes to it within limits of concurrency and time, and with retries.
 * Every method rejects with DomainError `unavailable` when the database does not answer in time, and before `connect`
 * and after `close`. It rejects with `already_exists` when a row would repeat a unique value.
 */
export class Database {
  /** The permits of the calls. A call holds one while it uses a connection. */
  readonly permits: Permits;
  /** The permit of a batch of a purge. The purges of several tables take turns, so that they load the database as one. */
  readonly purges = new Semaphore(1);
  /** The error of the last write if the database refused it by a fault of its own, until a write succeeds. */
  writeFault: DatabaseUnavailable | undefined;
  private readonly connections: Connections;
  private sweeping: NodeJS.Timeout | undefined;
  /**
   * Lets the callers whose results arrive in one turn of the event loop go on together. SQLite runs all calls that wait
   * for its connection in one turn.
   */
  private readonly results = new Cohort();
  /**
   * The running calls, at most one for each connection. This is an array, because a Set that changes with every request
   * leaves old tables behind, which hold memory until the next full garbage collection.
   */
  private readonly underWay: Call[] = [];

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.permits = new Permits(dialect.poolSize);
    this.connections = new Connections(dialect);
  }

  async connect(): Promise<void> {
    await this.connections.open();
    this.sweeping ??= setInterval(this.sweep, SWEEP_MS).unref();
  }

  /** Closes the connections. It waits for running work if there is only one connection. */
  async close(): Promise<void> {
    const { permits } = this;
    await this.connections.close((closing) => (permits.size === 1 ? permits.of(false).run(closing) : closing()));
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** Sends one statement, in its own transaction. */
  query<T>(text: string, values: unknown[] = [], options?: ExecuteOptions): Promise<T> {
    return this.execute((connection) => connection.query<T>(text, values), options);
  }

  transaction<T>(work: Work<T>, options?: ExecuteOptions): Promise<T> {
    return this.execute((connection) => inTransaction(connection, this.dialect.begin, () => work(connection)), options);
  }

  /**
   * Does the work on a connection of its own, and repeats it only if that fails and another attempt may succeed. At the
   * time limit the connection is closed; the work may have had an effect then.
   */
  async execute<T>(work: Work<T>, options: ExecuteOptions = {}): Promise<T> {
    const { timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS, effect } = options;
    const deadline = performance.now() + timeoutMs;
    try {
      const result = await this.attempt(work, effect, deadline);
      // A call that meets no other one goes on by itself.
      const isAlone = this.underWay.length === 0 && this.permits.waiting === 0;
      return isAlone ? result : await this.results.enter(async () => result);
    } catch (error) {
      return repeatAfter(error, () => this.attempt(work, effect, deadline), {
        isRepeatable: effect !== undefined,
        forMs: options.retryMs ?? Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
      });
    }
  }

  /**
   * Makes one attempt. Every call to the database goes through this method: it takes a permit and a connection, does
   * the work, and releases both.
   */
  private async attempt<T>(work: Work<T>, effect: ExecuteOptions['effect'], deadline: number): Promise<T> {
    const isRead = effect === 'safe';
    const permits = this.permits.of(isRead);
    const waitedMs = permits.tryAcquire() ? 0 : await waitForPermit(permits, deadline);
    try {
      this.options.onWait?.(waitedMs);
      const connection = await this.connections.acquire();
      const call = { connection, deadline };
      this.underWay.push(call);
      try {
        if (isLate(call)) throw tooLate();
        const result = await work(connection);
        if (!isRead) this.writeFault = undefined;
        return result;
      } catch (error) {
        throw this.failureOf(error, call, isRead);
      } finally {
        this.underWay.splice(this.underWay.indexOf(call), 1);
        await connection.runner.release();
      }
    } finally {
      permits.release();
    }
  }

  /** Returns the error for the caller, and closes the connection if the failure shows it to be useless. */
  private failureOf(error: unknown, call: Call, isRead: boolean): unknown {
    if (isLate(call)) {
      call.connection.discard();
      const wasLateBefore = error instanceof DatabaseUnavailable && error.behaviour === 'unavailable';
      return wasLateBefore ? error : tooLate(!isRead);
    }
    const failure = translate(error, this.dialect);
    if (!(failure instanceof DatabaseUnavailable)) return failure;
    const { endsConnection, outcome, refusesWrites } = failure.consequences;
    if (endsConnection === 'with others') this.connections.lose(call.connection);
    else if (endsConnection === 'alone') call.connection.discard();
    if (isRead) return failure;
    if (refusesWrites) this.writeFault = failure;
    return outcome === 'unknown' ? failure.withUnknownOutcome() : failure;
  }

  /** Closes the connections of calls whose time is over. One timer serves all calls, so that none needs its own. */
  private readonly sweep = (): void => {
    for (const call of this.underWay) if (isLate(call)) call.connection.discard();
  };
}

function isLate({ deadline }: Call): boolean {
  return performance.now() > deadline;
}

function tooLate(mayHaveChanged = false): DatabaseUnavailable {
  const cause = new Error('no answer within the time limit');
  const error = new DatabaseUnavailable(cause, 'unavailable', { message: WORDS.late });
  return mayHaveChanged ? error.withUnknownOutcome() : error;
}
