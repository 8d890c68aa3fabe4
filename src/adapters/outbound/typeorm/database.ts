import pRetry, { type Options as RetryOptions } from 'p-retry';
import type { DataSource } from 'typeorm';
import { Cohort } from '../../support/cohort.js';
import type { StorageOptions } from '../storage.js';
import { openDataSource, Permits, waitForPermit } from './connections.js';
import { inTransaction, type Connection, type Dialect } from './dialect.js';
import { mayRepeat, StoreUnavailable, translate } from './errors.js';

/**
 * The pauses between attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time to
 * finish, or a proxy time to switch to another server.
 */
const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

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
   * is unknown; other work only when the store undid all of it.
   */
  readonly effect?: 'safe' | 'idempotent';
  /**
   * For how long new attempts may begin, in milliseconds. The default is half of the time limit, but at most 2.5
   * seconds.
   */
  readonly retryMs?: number;
}

export const READ: ExecuteOptions = { effect: 'safe' };

type Work<T> = (connection: Connection) => Promise<T>;

/** The running work on one connection. */
interface Call {
  readonly connection: Connection;
  /** The time at which the call must end, on the clock of performance.now(). */
  readonly deadline: number;
}

/**
 * One database. Every statement and transaction goes to it within limits of concurrency and time, and with retries.
 * Every method rejects with DomainError `unavailable` when the database does not answer in time, and before `connect` and
 * after `close`. It rejects with `already_exists` when a row would repeat a unique value.
 */
export class Database {
  /** The permits of the calls. A call holds one while it uses a connection. */
  readonly connections: Permits;
  /** The error of the last write if the database refused it by a fault of its own, until a write succeeds. */
  writeFault: StoreUnavailable | undefined;
  private source: DataSource | undefined;
  private opening: Promise<void> | undefined;
  private sweeping: NodeJS.Timeout | undefined;
  /**
   * When a connection was last lost or led to a read-only server. The others that were open then may lead to the same
   * server, and are closed before they are used again. Otherwise a busy pool would use them for as long as it is busy,
   * and their reads would not show what another server has stored since.
   */
  private lostAt = 0;
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
    this.connections = new Permits(dialect.poolSize);
  }

  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    // Another program may be creating the same file.
    this.opening ??= pRetry(attempt, { ...PAUSES, retries: 10, shouldRetry: ({ error }) => mayRepeat(error) })
      .then((source) => {
        this.source = source;
        this.sweeping = setInterval(this.sweep, SWEEP_MS).unref();
      })
      .finally(() => (this.opening = undefined));
    await this.opening;
  }

  /** Closes the connections. It waits for running work if there is only one connection. */
  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    const { source, sweeping } = this;
    this.source = undefined;
    if (source === undefined) return;
    await (this.connections.size === 1 ? this.connections.of(false).run(() => source.destroy()) : source.destroy());
    clearInterval(sweeping);
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
      const isAlone = this.underWay.length === 0 && this.connections.waiting === 0;
      return isAlone ? result : await this.results.enter(async () => result);
    } catch (error) {
      if (!mayRepeat(error, effect !== undefined)) throw error;
      return pRetry(() => this.attempt(work, effect, deadline), {
        ...PAUSES,
        retries: Infinity,
        maxRetryTime: options.retryMs ?? Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
        shouldRetry: ({ error }) => mayRepeat(error, effect !== undefined),
      });
    }
  }

  /**
   * Makes one attempt. Every call to the database goes through this method: it takes a permit and a connection, does
   * the work, and releases both.
   */
  private async attempt<T>(work: Work<T>, effect: ExecuteOptions['effect'], deadline: number): Promise<T> {
    const isRead = effect === 'safe';
    const permits = this.connections.of(isRead);
    const waitedMs = permits.tryAcquire() ? 0 : await waitForPermit(permits, deadline);
    try {
      this.options.onWait?.(waitedMs);
      const connection = await this.acquire();
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

  private async acquire(): Promise<Connection> {
    const { source } = this;
    if (source === undefined) throw new StoreUnavailable(new Error('not connected'));
    try {
      for (;;) {
        const runner = source.createQueryRunner();
        const connection = this.dialect.connectionOf(runner, await runner.connect());
        if (connection.openedAt >= this.lostAt) return connection;
        connection.discard();
        await runner.release();
      }
    } catch (error) {
      // No statement had been sent yet, so nothing was done.
      const failure = translate(error, this.dialect);
      throw mayRepeat(failure, true) && failure instanceof StoreUnavailable
        ? new StoreUnavailable(failure.cause, 'refused')
        : failure;
    }
  }

  /** Returns the error for the caller, and closes the connection if the failure shows it to be useless. */
  private failureOf(error: unknown, call: Call, isRead: boolean): unknown {
    if (isLate(call)) {
      call.connection.discard();
      const wasLateBefore = error instanceof StoreUnavailable && error.fault === 'late';
      return wasLateBefore ? error : tooLate(!isRead);
    }
    const failure = translate(error, this.dialect);
    if (!(failure instanceof StoreUnavailable)) return failure;
    const { endsConnection, outcome, refusesWrites } = failure.consequences;
    if (endsConnection) {
      call.connection.discard();
      // The end of a connection that was open at the last loss says nothing about those that were opened since.
      if (call.connection.openedAt >= this.lostAt) this.lostAt = performance.now();
    }
    if (isRead) return failure;
    if (refusesWrites) this.writeFault = failure;
    return outcome === 'unknown' ? new StoreUnavailable(failure.cause, failure.fault, true) : failure;
  }

  /** Closes the connections of calls whose time is over. One timer serves all calls, so that none needs its own. */
  private readonly sweep = (): void => {
    for (const call of this.underWay) if (isLate(call)) call.connection.discard();
  };
}

function isLate({ deadline }: Call): boolean {
  return performance.now() > deadline;
}

function tooLate(mayHaveChanged = false): StoreUnavailable {
  return new StoreUnavailable(new Error('no answer within the time limit'), 'late', mayHaveChanged);
}
