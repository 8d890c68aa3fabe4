import type { DataSource, EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import type { StorageOptions } from '../storage.js';
import { Calls, READ, type CallOptions } from '../support/calls.js';
import { TransientError, unavailable } from '../support/errors.js';
import { openDataSource } from './data-source.js';
import type { Connection, Dialect } from './dialect.js';
import { translate, translateConnectError } from './errors.js';
import { MIGRATIONS } from './migrations/all.js';

export interface DatabaseOptions extends Pick<StorageOptions, 'timeoutMs' | 'onWait'> {
  /** All of them by default. */
  readonly migrations?: readonly (new () => MigrationInterface)[] | undefined;
}

/**
 * The connection to one database, and the rules by which every statement reaches it.
 * Every method rejects with DomainError `unavailable` when the store cannot be reached or does not answer in time, also
 * before `connect` and after `close`, and with DuplicateError when a row would repeat a unique value. Work of which nothing
 * stays, because of concurrent work or a failover, is done again within the time limit (see CallOptions.effect).
 */
export class Database {
  readonly calls: Calls;
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.calls = new Calls(dialect.connections, dialect.retries, options);
  }

  /** Does nothing when connected; may be called again after it failed. */
  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    this.connecting ??= openDataSource(this.dialect, this.options.migrations ?? MIGRATIONS)
      .then((source) => void (this.source = source))
      .finally(() => (this.connecting = undefined));
    await this.connecting;
  }

  /** Waits for calls under way on a shared connection. */
  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source === undefined) return;
    if (!this.dialect.isShared) {
      await source.destroy();
      return;
    }
    await this.calls.permits.run(() => source.destroy());
  }

  /** Sends one statement, in its own transaction. */
  query<T>(text: string, values: unknown[], options?: CallOptions): Promise<T> {
    return this.onConnection((connection) => connection.query<T>(text, values), options);
  }

  /** Does all of the work or none of it. */
  transaction<T>(work: (connection: Connection) => Promise<T>, options?: CallOptions): Promise<T> {
    return this.onConnection(async (connection) => {
      // Not TypeORM's transaction: it counts nesting levels, and after SQLite has ended a transaction by itself (full
      // disk) it would treat later ones as nested and leave them open.
      try {
        await connection.query(this.dialect.begin);
        const result = await work(connection);
        await connection.query('COMMIT');
        return result;
      } catch (error) {
        // The first error says more than that of the rollback.
        await connection.query('ROLLBACK').catch(() => connection.discard());
        throw error;
      }
    }, options);
  }

  /** Holds one connection for as long as the work takes. */
  onConnection<T>(work: (connection: Connection) => Promise<T>, options?: CallOptions): Promise<T> {
    return this.calls.make(async (signal) => {
      const connection = await this.dialect.acquire(this.connected()).catch(this.throwConnectError);
      return this.hold(connection, signal, () => work(connection));
    }, options);
  }

  /** Sends statements that TypeORM writes. */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.withQueryRunner((runner) => work(runner.manager));
  }

  /** The same for statements that only read. */
  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.withQueryRunner((runner) => work(runner.manager), READ);
  }

  /** Holds one connection for as long as the work takes. */
  withQueryRunner<T>(work: (runner: QueryRunner) => Promise<T>, options?: CallOptions): Promise<T> {
    return this.calls.make(async (signal) => {
      const runner = this.connected().createQueryRunner();
      const connection: unknown = await runner.connect().catch(this.throwConnectError);
      const held = {
        discard: (alsoOlder = false) => this.dialect.discard(connection, alsoOlder),
        release: () => runner.release(),
      };
      return this.hold(held, signal, () => work(runner));
    }, options);
  }

  private connected(): DataSource {
    if (this.source === undefined) throw unavailable(new Error('not connected'));
    return this.source;
  }

  private readonly throwConnectError = (error: unknown): never => {
    throw translateConnectError(error, this.dialect.classify);
  };

  /** Does the work on a connection that is then released, or discarded when the signal aborts or an error says so. */
  private async hold<T>(
    connection: { discard(alsoOlder?: boolean): void; release(): void | Promise<void> },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const discard = () => connection.discard();
    signal.addEventListener('abort', discard, { once: true });
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      const failure = translate(error, this.dialect.classify);
      if (failure instanceof TransientError && failure.endsConnection && !signal.aborted) connection.discard(true);
      throw failure;
    } finally {
      signal.removeEventListener('abort', discard);
      await connection.release();
    }
  }
}
