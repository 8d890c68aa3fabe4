import pRetry, { type Options as RetryOptions } from 'p-retry';
import { AbstractLogger, DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import type { ConnectionStatistics, StorageOptions } from '../storage.js';
import { isUndone, TransientError, unavailable, unusable } from '../support/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { translate, translateConnectError } from './errors.js';
import { MIGRATIONS } from './migrations.js';
import { inTransaction } from './statements.js';
import { migrationClass } from './tables.js';

/** Pauses of 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms, in which another call may finish or a proxy switch over. */
const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The part of the time limit in which further attempts begin; the rest is for the last one. */
const RETRY_SHARE = 0.5;

/** The part of the connections that writes may use at a time. */
const WRITE_SHARE = 0.8;

/** How many reads, and how many writes, may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

export type DatabaseOptions = Pick<StorageOptions, 'timeoutMs' | 'onWait'>;

export interface ExecuteOptions {
  /** In milliseconds; Infinity for no limit. */
  readonly timeoutMs?: number;
  /** As in RFC 9110, section 9.2: repeated when its outcome is unknown. Absent: only when the store undid all of the work. */
  readonly effect?: 'safe' | 'idempotent';
  /** How long further attempts begin, in milliseconds; by default half of the time limit, and four with one connection. */
  readonly retryMs?: number;
}

export const READ: ExecuteOptions = { effect: 'safe' };

/**
 * The connections to one database. Every method rejects with DomainError `unavailable` when the store does not answer in
 * time, also before `connect` and after `close`, and with DuplicateError when a row would repeat a unique value.
 */
export class Database implements ConnectionStatistics {
  private readonly permits: Semaphore;
  /** Writes take one of these first, and leave room for reads: a group without a majority lets every write wait. */
  private readonly writePermits: Semaphore;
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;

  constructor(
    readonly dialect: Dialect,
    private readonly options: DatabaseOptions = {},
  ) {
    this.permits = new Semaphore(dialect.connections, MAX_WAITING);
    this.writePermits = new Semaphore(Math.max(1, Math.floor(dialect.connections * WRITE_SHARE)), MAX_WAITING);
  }

  get size(): number {
    return this.permits.size;
  }

  get busy(): number {
    return this.permits.busy;
  }

  get waiting(): number {
    return this.permits.waiting + this.writePermits.waiting;
  }

  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    // Another program may create the same file.
    this.connecting ??= pRetry(attempt, { ...PAUSES, retries: 4, shouldRetry: ({ error }) => isUndone(error) })
      .then((source) => void (this.source = source))
      .finally(() => (this.connecting = undefined));
    await this.connecting;
  }

  /** Waits for the work on the only connection. */
  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source === undefined) return;
    if (this.size === 1) await this.permits.run(() => source.destroy());
    else await source.destroy();
  }

  /** The one way to the database. At the time limit the connection is closed, and the last attempt may have had an effect. */
  async execute<T>(work: (connection: Connection) => Promise<T>, options: ExecuteOptions = {}): Promise<T> {
    const { timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS, effect, retryMs } = options;
    const limit = new AbortController();
    const { signal } = limit;
    const expire = () => limit.abort(unavailable(new Error(`no answer within ${timeoutMs} ms`)));
    const timer = timeoutMs === Infinity ? undefined : setTimeout(expire, timeoutMs);

    const attempt = async (start: number) => {
      this.options.onWait?.(performance.now() - start);
      const connection = await this.acquire();
      const cut = () => connection.discard();
      signal.addEventListener('abort', cut, { once: true });
      try {
        signal.throwIfAborted();
        return await work(connection);
      } catch (error) {
        const failure = translate(error, this.dialect.classify);
        if (failure instanceof TransientError && failure.endsConnection && !signal.aborted) connection.discard(true);
        throw failure;
      } finally {
        signal.removeEventListener('abort', cut);
        await connection.release();
      }
    };

    try {
      const withPermit = () => {
        const start = performance.now();
        const read = () => this.permits.run(() => attempt(start), { signal });
        return effect === 'safe' ? read() : this.writePermits.run(read, { signal });
      };
      return await pRetry(withPermit, {
        ...PAUSES,
        // An attempt on the only connection blocks the program while it waits for a lock.
        retries: this.size === 1 && retryMs === undefined ? 4 : Infinity,
        maxRetryTime: retryMs ?? Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
        signal,
        shouldRetry: ({ error }) => isUndone(error) || (effect !== undefined && error instanceof TransientError),
      });
    } catch (error) {
      throw error instanceof NoPermitError ? unavailable(new Error('too many calls wait for the store')) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends one statement, in its own transaction. */
  query<T>(text: string, values: unknown[] = [], options?: ExecuteOptions): Promise<T> {
    return this.execute((connection) => connection.query<T>(text, values), options);
  }

  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.execute((connection) => inTransaction(connection, this.dialect.begin, () => work(connection)));
  }

  /** Sends statements that TypeORM writes. */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.execute(({ runner }) => work(runner.manager));
  }

  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.execute(({ runner }) => work(runner.manager), READ);
  }

  private async acquire(): Promise<Connection & { release(): Promise<void> }> {
    if (this.source === undefined) throw unavailable(new Error('not connected'));
    const { dialect } = this;
    const runner = this.source.createQueryRunner();
    const connection: unknown = await runner.connect().catch((error: unknown) => {
      throw translateConnectError(error, dialect.classify);
    });
    return {
      runner,
      query: <T>(text: string, values: unknown[] = []) => dialect.send<T>(runner, connection, text, values),
      discard: (alsoOlder = false) => dialect.discard(connection, alsoOlder),
      release: () => runner.release(),
    };
  }
}

/** TypeORM prints failed migrations even when its logging is off. Every error is thrown and logged by the caller. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

async function openDataSource(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      migrations: MIGRATIONS.map((migration) => migrationClass(migration, dialect.ddl)),
      ...(await dialect.dataSourceOptions()),
      entities: [...ENTITIES],
      synchronize: false,
      logger: new SilentLogger(false),
    });
    await source.initialize();
    await dialect.verify?.(source);
    return source;
  } catch (error) {
    // A pool that was made before the failure must not stay behind.
    await source?.driver.disconnect().catch(() => undefined);
    const failure = translate(error, dialect.classify);
    if (failure instanceof DomainError) throw failure;
    throw unusable(error instanceof Error ? error : new Error(String(error)));
  }
}
