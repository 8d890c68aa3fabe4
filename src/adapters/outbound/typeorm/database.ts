import pRetry, { type Options as RetryOptions } from 'p-retry';
import { DataSource, type EntityManager, type Logger, type MigrationInterface, type QueryRunner } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import type { ConnectionStatistics } from '../storage.js';
import { ContentionError, unavailable } from '../support/errors.js';
import { Semaphore } from '../support/semaphore.js';
import { AccountSchema } from './account-schema.js';
import { ApiKeySchema } from './api-key-schema.js';
import type { Connection, Dialect } from './dialect.js';
import { translate } from './errors.js';
import { IdempotencyKeySchema } from './idempotency-key-schema.js';
import { MIGRATIONS } from './migrations/all.js';
import { PetSchema } from './pet-schema.js';
import { SessionSchema } from './session-schema.js';

/** Up to five attempts with pauses of 5 to 10 ms, 10 to 20 ms and so on, in which the other call may finish. */
const RETRY: RetryOptions = {
  retries: 4,
  minTimeout: 5,
  randomize: true,
  shouldRetry: ({ error }) => error instanceof ContentionError,
};

/** How many calls may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

/** TypeORM prints failed migrations even when its logging is off. Every error is thrown and logged by the caller. */
const SILENT: Logger = {
  logQuery() {},
  logQueryError() {},
  logQuerySlow() {},
  logSchemaBuild() {},
  logMigration() {},
  log() {},
};

export interface DatabaseOptions {
  /** How long a call may take, its wait for a connection included, in milliseconds; 5000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Called for every call with the time that it waited for a connection, in milliseconds. */
  readonly onWait?: ((ms: number) => void) | undefined;
  /** All of them by default. */
  readonly migrations?: readonly (new () => MigrationInterface)[] | undefined;
}

export interface CallOptions {
  /** In milliseconds; Infinity for no limit. */
  readonly timeoutMs?: number;
  /** Whether the call overtakes all others that wait. */
  readonly urgent?: boolean;
}

/**
 * The connection to one database, and the rules by which every statement reaches it.
 * Every method rejects with DomainError `unavailable` when the store cannot be reached or does not answer in time, also
 * before `connect` and after `close`, and with DuplicateError when a row would repeat a unique value. Work that the store
 * undid because of concurrent work is done again, so it must be repeatable.
 */
export class Database {
  private readonly permits: Semaphore;
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.permits = new Semaphore(dialect.connections, MAX_WAITING);
  }

  get connections(): ConnectionStatistics {
    return this.permits;
  }

  /** Does nothing when connected; may be called again after it failed. */
  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    this.connecting ??= this.open().finally(() => (this.connecting = undefined));
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
    await this.permits.acquire();
    await source.destroy().finally(() => this.permits.release());
  }

  /** Sends one statement, in its own transaction. */
  query<T>(text: string, values: unknown[]): Promise<T> {
    return this.onConnection((connection) => connection.query<T>(text, values));
  }

  /** Does all of the work or none of it. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
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
    });
  }

  /** Holds one connection for as long as the work takes. */
  onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.call((source, signal) => this.dialect.withConnection(source, signal, work));
  }

  /** Sends statements that TypeORM writes. */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.withQueryRunner((runner) => work(runner.manager));
  }

  /** Holds one connection for as long as the work takes, and cuts it off when the call times out. */
  withQueryRunner<T>(work: (runner: QueryRunner) => Promise<T>, options?: CallOptions): Promise<T> {
    return this.call(async (source, signal) => {
      const runner = source.createQueryRunner();
      const cut = () => this.dialect.cut(runner);
      signal.addEventListener('abort', cut, { once: true });
      try {
        return await work(runner);
      } finally {
        signal.removeEventListener('abort', cut);
        await runner.release();
      }
    }, options);
  }

  /** One call: its time limit, and its attempts. After a timeout it is unknown whether the last statement was done. */
  private async call<T>(
    work: (source: DataSource, signal: AbortSignal) => Promise<T>,
    { timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS, urgent = false }: CallOptions = {},
  ): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () => controller.abort(unavailable(new Error(`no answer within ${timeoutMs} ms`)));
    const timer = timeoutMs === Infinity ? undefined : setTimeout(expire, timeoutMs);
    try {
      return await pRetry(() => this.attempt(work, signal, urgent), { ...RETRY, signal });
    } finally {
      clearTimeout(timer);
    }
  }

  private async attempt<T>(
    work: (source: DataSource, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    urgent: boolean,
  ): Promise<T> {
    const start = performance.now();
    await this.permits.acquire(signal, urgent);
    try {
      this.options.onWait?.(performance.now() - start);
      if (this.source === undefined) throw unavailable(new Error('not connected'));
      return await work(this.source, signal);
    } catch (error) {
      throw translate(error);
    } finally {
      this.permits.release();
    }
  }

  /** Another program may be creating the same file. */
  private async open(): Promise<void> {
    this.source = await pRetry(() => this.initialize(), RETRY);
  }

  private async initialize(): Promise<DataSource> {
    let source: DataSource | undefined;
    try {
      source = new DataSource({
        ...(await this.dialect.dataSourceOptions()),
        entities: [PetSchema, IdempotencyKeySchema, AccountSchema, ApiKeySchema, SessionSchema],
        migrations: [...(this.options.migrations ?? MIGRATIONS)],
        synchronize: false,
        logger: SILENT,
      });
      await source.initialize();
      await this.dialect.verify?.(source);
      return source;
    } catch (error) {
      // A pool that was made before the failure must not stay behind.
      await source?.driver.disconnect().catch(() => undefined);
      const failure = translate(error);
      if (failure instanceof ContentionError || error instanceof DomainError) throw failure;
      throw unavailable(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
