import pRetry, { type Options as RetryOptions } from 'p-retry';
import { AbstractLogger, DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import { MissingRight, type ConnectionStatistics, type StorageOptions } from '../storage.js';
import { isUndone, type Reason, StoreUnavailable, TransientError, unavailable, unusable } from '../support/errors.js';
import type { Connection, Dialect, ManagedConnection } from './dialect.js';
import { ENTITIES } from './entities.js';
import { translate, translateConnectError } from './errors.js';
import { migrationsOf } from './migrations.js';
import { inTransaction } from './statements.js';

// Sends every statement and transaction to the database: within limits of concurrency and time, and with retries.

/**
 * The pauses between attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time to
 * finish, or a proxy time to switch to another server.
 */
const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The share of the time limit in which new attempts may begin. The rest is for the last attempt to finish. */
const RETRY_SHARE = 0.5;

/**
 * The share of the connections reserved for writes. The rest serve reads, so that reads continue when every write
 * hangs, as in a group of servers that has lost its majority.
 */
const WRITE_SHARE = 0.4;

/** How many reads, and how many writes, may wait for a connection. More are refused immediately. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

/** How often the running calls are checked for an expired time limit, in milliseconds. */
const SWEEP_MS = 100;

/** The reasons for which a store refuses writes of every instance although it answers reads. */
const REFUSALS: ReadonlySet<Reason> = new Set(['no room', 'not writable']);

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

/** The running work on one connection. */
interface Call {
  readonly connection: Connection;
  /** The time at which the call must end, on the clock of performance.now(). */
  readonly deadline: number;
}

/**
 * The connections to one database. Every method rejects with DomainError `unavailable` when the store does not answer
 * in time, and before `connect` and after `close`. It rejects with DuplicateError when a row would repeat a unique
 * value.
 */
export class Database implements ConnectionStatistics {
  readonly size: number;
  private readonly reads: Semaphore;
  /** This is the same semaphore as `reads` if there is only one connection. */
  private readonly writes: Semaphore;
  /**
   * The running calls, at most one for each connection. This is an array, because a Set that changes with every request
   * leaves old tables behind, which hold memory until the next full garbage collection.
   */
  private readonly underWay: Call[] = [];
  /** The connections with a lower number are stale. */
  private oldestNumber = 0;
  private sweeping: NodeJS.Timeout | undefined;
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;
  private refusal: DomainError | undefined;

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.size = dialect.pool.size;
    const forWrites = Math.max(1, Math.floor(this.size * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, this.size - forWrites), MAX_WAITING);
    this.writes = this.size === 1 ? this.reads : new Semaphore(forWrites, MAX_WAITING);
  }

  get busy(): number {
    return this.sum(({ busy }) => busy);
  }

  get waiting(): number {
    return this.sum(({ waiting }) => waiting);
  }

  /** The error of the last write if the store refused it, until a write succeeds. */
  get writeFault(): DomainError | undefined {
    return this.refusal;
  }

  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    // Another program may be creating the same file.
    this.connecting ??= pRetry(attempt, { ...PAUSES, retries: 4, shouldRetry: ({ error }) => isUndone(error) })
      .then((source) => {
        this.source = source;
        this.sweeping = setInterval(this.sweep, SWEEP_MS).unref();
      })
      .finally(() => (this.connecting = undefined));
    await this.connecting;
  }

  /** Closes the connections. It waits for running work if there is only one connection. */
  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    const { source, sweeping } = this;
    this.source = undefined;
    if (source === undefined) return;
    if (this.size === 1) await this.writes.run(() => source.destroy());
    else await source.destroy();
    clearInterval(sweeping);
  }

  /**
   * Does the work on a connection of its own. At the time limit the connection is closed; the work may have had an
   * effect then.
   */
  execute<T>(work: (connection: Connection) => Promise<T>, options?: ExecuteOptions): Promise<T> {
    return this.perform((source) => this.dialect.pool.acquire(source), work, options);
  }

  /** Does the same as `execute`, on a connection that TypeORM can use. */
  executeManaged<T>(work: (connection: ManagedConnection) => Promise<T>, options?: ExecuteOptions): Promise<T> {
    return this.perform((source) => this.acquireManaged(source), work, options);
  }

  /** Sends one statement, in its own transaction. */
  query<T>(text: string, values: unknown[] = [], options?: ExecuteOptions): Promise<T> {
    return this.execute((connection) => connection.query<T>(text, values), options);
  }

  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.execute((connection) => inTransaction(connection, this.dialect.begin, () => work(connection)));
  }

  /** Runs work whose statements TypeORM generates. */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.executeManaged(({ runner }) => work(runner.manager));
  }

  /** Does the same as `run` for work that only reads. */
  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.executeManaged(({ runner }) => work(runner.manager), READ);
  }

  /** Attempts the work once, and repeats it only if that fails and another attempt may succeed. */
  private async perform<T, C extends Connection>(
    acquire: (source: DataSource) => Promise<C>,
    work: (connection: C) => Promise<T>,
    options: ExecuteOptions = {},
  ): Promise<T> {
    const { timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS, effect } = options;
    const deadline = performance.now() + timeoutMs;
    const attempt = () => this.attempt(acquire, work, effect, deadline);
    try {
      return await attempt();
    } catch (error) {
      if (!mayRepeat(error, options)) throw error;
      return this.repeat(attempt, timeoutMs, options);
    }
  }

  /**
   * Makes one attempt. Every call to the database goes through this method: it takes a permit and a connection, does
   * the work, and releases both.
   */
  private async attempt<T, C extends Connection>(
    acquire: (source: DataSource) => Promise<C>,
    work: (connection: C) => Promise<T>,
    effect: ExecuteOptions['effect'],
    deadline: number,
  ): Promise<T> {
    const permits = effect === 'safe' ? this.reads : this.writes;
    const waitedMs = permits.tryAcquire() ? 0 : await waitForPermit(permits, deadline);
    try {
      this.options.onWait?.(waitedMs);
      const connection = await this.connectionBy(acquire);
      const call = { connection, deadline };
      this.underWay.push(call);
      try {
        if (isLate(call)) throw tooLate();
        const result = await work(connection);
        if (effect !== 'safe') this.refusal = undefined;
        return result;
      } catch (error) {
        const failure = this.failureOf(error, call);
        if (effect !== 'safe' && isRefusal(failure)) this.refusal = failure;
        throw failure;
      } finally {
        this.underWay.splice(this.underWay.indexOf(call), 1);
        await this.release(connection);
      }
    } finally {
      permits.release();
    }
  }

  private async connectionBy<C extends Connection>(acquire: (source: DataSource) => Promise<C>): Promise<C> {
    if (this.source === undefined) throw unavailable(new Error('not connected'));
    try {
      for (;;) {
        const connection = await acquire(this.source);
        if (!this.isStale(connection)) return connection;
        await this.release(connection);
      }
    } catch (error) {
      throw translateConnectError(error, this.dialect);
    }
  }

  /** Returns a connection to the pool, or closes it if it is stale. */
  private release(connection: Connection): void | Promise<void> {
    if (this.isStale(connection)) connection.discard();
    return connection.release();
  }

  /**
   * Returns whether the connection is older than one that was lost or that led to a read-only server. A pool reuses the
   * connection that was released last, so an older connection could stay open to the same bad server for hours.
   */
  private isStale({ number }: Connection): boolean {
    return number < this.oldestNumber;
  }

  private discardUpTo(connection: Connection): void {
    connection.discard();
    this.oldestNumber = Math.max(this.oldestNumber, connection.number);
  }

  private repeat<T>(attempt: () => Promise<T>, timeoutMs: number, options: ExecuteOptions): Promise<T> {
    return pRetry(attempt, {
      ...PAUSES,
      retries: options.retryMs === undefined ? (this.dialect.maxRepetitions ?? Infinity) : Infinity,
      maxRetryTime: options.retryMs ?? Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
      shouldRetry: ({ error }) => mayRepeat(error, options),
    });
  }

  /** Returns the error for the caller, and closes connections that the failure shows to be useless. */
  private failureOf(error: unknown, call: Call): unknown {
    if (isLate(call)) {
      call.connection.discard();
      return tooLate();
    }
    const failure = translate(error, this.dialect);
    if (failure instanceof TransientError && failure.endsConnection) this.discardUpTo(call.connection);
    return failure;
  }

  /** Closes the connections of calls whose time is over. One timer serves all calls, so that none needs its own. */
  private readonly sweep = (): void => {
    for (const call of this.underWay) if (isLate(call)) call.connection.discard();
  };

  private async acquireManaged(source: DataSource): Promise<ManagedConnection> {
    const runner = source.createQueryRunner();
    const connection = this.dialect.pool.connectionOf(await runner.connect());
    return {
      runner,
      number: connection.number,
      query: (text, values) => connection.query(text, values),
      discard: () => connection.discard(),
      release: () => runner.release(),
    };
  }

  private sum(count: (permits: Semaphore) => number): number {
    return [...new Set([this.reads, this.writes])].reduce((sum, permits) => sum + count(permits), 0);
  }
}

/** Waits for a permit. @returns how long the call waited, in milliseconds */
async function waitForPermit(permits: Semaphore, deadline: number): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire(deadline === Infinity ? {} : { timeoutMs: Math.max(0, deadline - start) });
  } catch (error) {
    throw error instanceof NoPermitError ? unavailable(new Error('too many calls wait for the store'), 'busy') : error;
  }
  return performance.now() - start;
}

function isRefusal(failure: unknown): failure is DomainError {
  return failure instanceof MissingRight || (failure instanceof StoreUnavailable && REFUSALS.has(failure.reason));
}

function isLate({ deadline }: Call): boolean {
  return performance.now() > deadline;
}

function tooLate(): DomainError {
  return unavailable(new Error('no answer within the time limit'), 'late');
}

function mayRepeat(error: unknown, { effect }: ExecuteOptions): boolean {
  return isUndone(error) || (effect !== undefined && error instanceof TransientError);
}

/**
 * Prints nothing. TypeORM would print failed migrations even with its logging off, but every error reaches the caller,
 * which logs it.
 */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

async function openDataSource(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      migrations: migrationsOf(dialect),
      ...(await dialect.pool.dataSourceOptions()),
      entities: [...ENTITIES],
      synchronize: false,
      logger: new SilentLogger(false),
    });
    await source.initialize();
    await dialect.verify?.(source);
    return source;
  } catch (error) {
    // If a pool was created before the failure, it must be closed.
    await source?.driver.disconnect().catch(() => undefined);
    const failure = translate(error, dialect);
    if (failure instanceof DomainError) throw failure;
    throw unusable(error instanceof Error ? error : new Error(String(error)));
  }
}
