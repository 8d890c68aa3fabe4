import pRetry, { type Options as RetryOptions } from 'p-retry';
import { AbstractLogger, DataSource } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { isUndone, StoreUnavailable } from '../support/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { translate, translateConnectError } from './errors.js';
import { migrationsOf } from './migrations.js';

/**
 * The pauses between attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time to
 * finish, or a proxy time to switch to another server.
 */
export const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The connections to one database, which TypeORM opens and closes. */
export class Connections {
  /** The connections with a lower number are stale. */
  private oldestNumber = 0;
  private source: DataSource | undefined;
  private opening: Promise<void> | undefined;

  constructor(private readonly dialect: Dialect) {}

  async open(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    // Another program may be creating the same file.
    this.opening ??= pRetry(attempt, { ...PAUSES, retries: 4, shouldRetry: ({ error }) => isUndone(error) })
      .then((source) => void (this.source = source))
      .finally(() => (this.opening = undefined));
    await this.opening;
  }

  /** Closes the connections. @param whenIdle runs the given work once no connection that it would break is in use */
  async close(whenIdle: (work: () => Promise<void>) => Promise<void>): Promise<void> {
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source !== undefined) await whenIdle(() => source.destroy());
  }

  /** Takes a connection that is not stale. Rejects with DomainError `unavailable`. */
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
    throw new StoreUnavailable(error instanceof Error ? error : new Error(String(error)), 'unusable');
  }
}
