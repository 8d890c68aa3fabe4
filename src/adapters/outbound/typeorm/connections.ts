import pRetry, { type Options as RetryOptions } from 'p-retry';
import { AbstractLogger, DataSource } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import type { ConnectionStatistics } from '../storage.js';
import type { Connection, Dialect } from './dialect.js';
import { mayRepeat, StoreUnavailable, translate, translateConnectError } from './errors.js';
import { migrationsOf } from './migrations.js';

/**
 * The pauses between attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time to
 * finish, or a proxy time to switch to another server.
 */
export const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/**
 * The share of the connections reserved for writes. The rest serve reads, so that reads continue when every write
 * hangs, as in a group of servers that has lost its majority.
 */
const WRITE_SHARE = 0.4;

/** How many reads, and how many writes, may wait for a connection. More are refused immediately. */
const MAX_WAITING = 1000;

/**
 * The connections to one database, which TypeORM opens and closes. A call holds a permit while it uses one. Reads and
 * writes have permits of their own, except that all calls share the permit of a single connection.
 */
export class Connections implements ConnectionStatistics {
  readonly size: number;
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;
  /** The connections with a lower number are stale. */
  private oldestNumber = 0;
  private source: DataSource | undefined;
  private opening: Promise<void> | undefined;

  constructor(private readonly dialect: Dialect) {
    const { size } = dialect.pool;
    const forWrites = Math.max(1, Math.floor(size * WRITE_SHARE));
    this.size = size;
    this.reads = new Semaphore(Math.max(1, size - forWrites), MAX_WAITING);
    this.writes = size === 1 ? this.reads : new Semaphore(forWrites, MAX_WAITING);
  }

  get busy(): number {
    return this.reads.busy + (this.writes === this.reads ? 0 : this.writes.busy);
  }

  get waiting(): number {
    return this.reads.waiting + (this.writes === this.reads ? 0 : this.writes.waiting);
  }

  permits(isRead: boolean): Semaphore {
    return isRead ? this.reads : this.writes;
  }

  async open(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    // Another program may be creating the same file.
    this.opening ??= pRetry(attempt, { ...PAUSES, retries: 10, shouldRetry: ({ error }) => mayRepeat(error) })
      .then((source) => void (this.source = source))
      .finally(() => (this.opening = undefined));
    await this.opening;
  }

  /** Closes the connections. It waits for running work if there is only one connection. */
  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source === undefined) return;
    await (this.size === 1 ? this.writes.run(() => source.destroy()) : source.destroy());
  }

  /** Takes a connection that is not stale, for a caller that has a permit. Rejects with DomainError `unavailable`. */
  async acquire(): Promise<Connection> {
    const { source } = this;
    if (source === undefined) throw new StoreUnavailable(new Error('not connected'));
    try {
      for (;;) {
        const runner = source.createQueryRunner();
        const connection = this.dialect.pool.connectionOf(runner, await runner.connect());
        if (!this.isStale(connection)) return connection;
        await this.release(connection);
      }
    } catch (error) {
      throw translateConnectError(error, this.dialect);
    }
  }

  /** Returns a connection to the pool, or closes it if it is stale. */
  release(connection: Connection): Promise<void> {
    if (this.isStale(connection)) connection.discard();
    return connection.runner.release();
  }

  /** Closes the connection, and every older one before it is used again. */
  discardUpTo(connection: Connection): void {
    connection.discard();
    this.oldestNumber = Math.max(this.oldestNumber, connection.number);
  }

  /**
   * Returns whether the connection is older than one that was lost or that led to a read-only server. A pool reuses the
   * connection that was released last, so an older connection could stay open to the same bad server for hours.
   */
  private isStale({ number }: Connection): boolean {
    return number < this.oldestNumber;
  }
}

/**
 * Waits for a permit until the deadline, on the clock of performance.now(). Rejects with DomainError `unavailable`.
 * @returns how long the call waited, in milliseconds
 */
export async function waitForPermit(permits: Semaphore, deadline: number): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire(deadline === Infinity ? {} : { timeoutMs: Math.max(0, deadline - start) });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    throw new StoreUnavailable(new Error('too many calls wait for the store'), 'busy');
  }
  return performance.now() - start;
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
      synchronize: false,
      logger: new SilentLogger(false),
    });
    await source.initialize();
    return source;
  } catch (error) {
    // If a pool was created before the failure, it must be closed.
    await source?.driver.disconnect().catch(() => undefined);
    const failure = translate(error, dialect);
    if (failure instanceof DomainError) throw failure;
    throw new StoreUnavailable(error instanceof Error ? error : new Error(String(error)), 'unusable');
  }
}
