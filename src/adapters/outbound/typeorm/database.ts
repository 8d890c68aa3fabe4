import pRetry, { type Options as RetryOptions } from 'p-retry';
import type { DataSource, EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import type { ConnectionStatistics } from '../storage.js';
import { isUndone, TransientError, unavailable } from '../support/errors.js';
import { Semaphore } from '../support/semaphore.js';
import { WriteMonitor } from '../support/write-monitor.js';
import { openDataSource } from './data-source.js';
import type { Connection, Dialect } from './dialect.js';
import { translate } from './errors.js';
import { hold, throwConnectError } from './hold.js';
import { MIGRATIONS } from './migrations/all.js';

/** Pauses of 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms, in which another call may finish or a proxy switch over. */
const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The part of a call's time limit in which it makes further attempts; the rest is for the last one. */
const RETRY_SHARE = 0.5;

/** How many calls may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

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
  /**
   * Safe: only reads. Idempotent: doing it twice has the effect of doing it once. Either is repeated when its outcome is
   * unknown; absent, the call is repeated only when the store undid all of it (terms of RFC 9110, section 9.2).
   */
  readonly effect?: 'safe' | 'idempotent';
  /** The most further attempts; those of the dialect by default. */
  readonly retries?: number;
}

/** Of a call that only reads. */
export const READ: CallOptions = { effect: 'safe' };

/**
 * The connection to one database, and the rules by which every statement reaches it.
 * Every method rejects with DomainError `unavailable` when the store cannot be reached or does not answer in time, also
 * before `connect` and after `close`, and with DuplicateError when a row would repeat a unique value. Work of which nothing
 * stays, because of concurrent work or a failover, is done again within the time limit (see CallOptions.effect).
 */
export class Database {
  private readonly permits: Semaphore;
  readonly writes = new WriteMonitor();
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.permits = new Semaphore(dialect.connections, MAX_WAITING, reservedForReads(dialect));
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
    const release = await this.permits.acquire('read');
    await source.destroy().finally(release);
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
    return this.call(async (source, signal) => {
      const connection = await this.dialect.acquire(source).catch(throwConnectError);
      return hold(connection, signal, () => work(connection));
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
    return this.call(async (source, signal) => {
      const runner = source.createQueryRunner();
      const connection: unknown = await runner.connect().catch(throwConnectError);
      const held = {
        discard: (alsoOlder = false) => this.dialect.discard(connection, alsoOlder),
        release: () => runner.release(),
      };
      return hold(held, signal, () => work(runner));
    }, options);
  }

  private call<T>(
    work: (source: DataSource, signal: AbortSignal) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    const result = this.callInTime(work, options);
    return options.effect === 'safe' ? result : this.writes.watch(result);
  }

  /** One call: its time limit, and its attempts. After a timeout it is unknown whether the last statement was done. */
  private async callInTime<T>(
    work: (source: DataSource, signal: AbortSignal) => Promise<T>,
    {
      timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      urgent = false,
      effect,
      retries = this.dialect.retries,
    }: CallOptions,
  ): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () => controller.abort(unavailable(new Error(`no answer within ${timeoutMs} ms`)));
    const timer = timeoutMs === Infinity ? undefined : setTimeout(expire, timeoutMs);
    try {
      return await pRetry(() => this.attempt(work, signal, urgent, effect === 'safe' ? 'read' : 'write'), {
        ...PAUSES,
        retries,
        maxRetryTime: Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
        signal,
        shouldRetry: ({ error }) => isUndone(error) || (effect !== undefined && error instanceof TransientError),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private async attempt<T>(
    work: (source: DataSource, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    urgent: boolean,
    kind: 'read' | 'write',
  ): Promise<T> {
    const start = performance.now();
    const release = await this.permits.acquire(kind, signal, urgent);
    try {
      this.options.onWait?.(performance.now() - start);
      if (this.source === undefined) throw unavailable(new Error('not connected'));
      return await work(this.source, signal);
    } catch (error) {
      throw translate(error);
    } finally {
      release();
    }
  }

  /** Another program may be creating the same file. */
  private async open(): Promise<void> {
    this.source = await pRetry(() => openDataSource(this.dialect, this.options.migrations ?? MIGRATIONS), {
      ...PAUSES,
      retries: 4,
      shouldRetry: ({ error }) => isUndone(error),
    });
  }
}

/** A fifth, rounded up: writes that wait for a group without a majority leave room for reads and health checks. */
function reservedForReads({ isShared, connections }: Dialect): number {
  return isShared || connections === 1 ? 0 : Math.ceil(connections / 5);
}
