import { DataSource, type Logger } from 'typeorm';
import type { Deadline } from '../../support/deadline.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import { DomainError } from '../../../domain/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { DatabaseUnavailable, mayRepeat, tooLate, translate, WORDS } from './errors.js';
import { migrationsOf } from './migrations.js';

/**
 * The share of the connections reserved for writes. The rest serve reads, so that reads continue when every write
 * hangs, as in a group of servers that has lost its majority.
 */
const WRITE_SHARE = 0.4;

/** How many reads, and how many writes, may wait for a connection. More are refused immediately. */
const MAX_WAITING = 1000;

/** How long a server may take to end the connections, in milliseconds. */
const CLOSING_MS = 300;

/**
 * Every error reaches the caller, which logs it. TypeORM's own loggers print failed migrations even if logging is off,
 * or statements with their values if the variable DEBUG asks for them.
 */
const SILENT: Logger = {
  logQuery() {},
  logQueryError() {},
  logQuerySlow() {},
  logSchemaBuild() {},
  logMigration() {},
  log() {},
};

export interface UseOptions {
  /** By when the work must end: the connection to a server is closed then. */
  readonly deadline: Deadline;
  /** Whether only the wait for the connection ends at the deadline, and not the work. */
  readonly isUnlimited: boolean;
  /** Called with the time in milliseconds for which the call waited for its permit. */
  readonly onWait: ((ms: number) => void) | undefined;
}

/**
 * The connections to one database, which TypeORM opens and closes. A call holds a permit from its wait for a connection
 * to the end of its use, so that no more calls than connections reach the pool of the driver, whose own line has no
 * bound.
 */
export class Connections {
  /** All calls share the permit of a single connection. Otherwise reads and writes have permits of their own. */
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;
  private source: DataSource | undefined;
  private opening: Promise<DataSource> | undefined;
  private closing = new AbortController();
  /**
   * When a connection was last lost or led to a read-only server. The others that were open then may lead to the same
   * server, and are closed before they are used again. Otherwise a busy pool would use them for as long as it is busy,
   * and their reads would not show what another server has stored since.
   */
  private lostAt = 0;

  constructor(private readonly dialect: Dialect) {
    const { poolSize } = dialect;
    const forWrites = Math.max(1, Math.floor(poolSize * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, poolSize - forWrites), { maxWaiting: MAX_WAITING });
    this.writes = poolSize === 1 ? this.reads : new Semaphore(forWrites, { maxWaiting: MAX_WAITING });
  }

  /** The most connections. */
  get size(): number {
    return this.dialect.poolSize;
  }

  get busy(): number {
    return this.reads.busy + (this.writes === this.reads ? 0 : this.writes.busy);
  }

  get waiting(): number {
    return this.reads.waiting + (this.writes === this.reads ? 0 : this.writes.waiting);
  }

  /** Checks what a crash has left, for as long as that takes, unless `close` ends it. Rejects with DatabaseUnavailable. */
  async check(): Promise<void> {
    if (this.source !== undefined) return;
    this.closing = new AbortController();
    try {
      await this.dialect.checkAfterCrash?.(this.closing.signal);
    } catch (error) {
      throw unusable(error, this.dialect);
    }
  }

  /** Opens a first connection. Does nothing while there is one. Rejects with DatabaseUnavailable. */
  async open(deadline: Deadline): Promise<void> {
    if (this.source !== undefined) return;
    if (this.closing.signal.aborted) throw new DatabaseUnavailable(new Error('closed')); // It was closed during the check.
    this.opening ??= openDataSource(this.dialect)
      .then((source) => (this.source = source))
      .finally(() => (this.opening = undefined));
    await deadline.race(this.opening, () => {
      this.dialect.cutAll?.(); // The server may have stopped while TypeORM asks for its version.
      return tooLate();
    });
  }

  /** Hands out no more connections, and closes them. It waits for running work if there is only one connection. */
  async close(): Promise<void> {
    this.closing.abort();
    const cut = setTimeout(() => this.dialect.cutAll?.(), CLOSING_MS); // The server may have stopped.
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    const closing = async () => source?.destroy();
    await (this.size === 1 ? this.reads.run(closing) : closing()).finally(() => clearTimeout(cut));
  }

  /** Does work on a connection. Without one it rejects with DatabaseUnavailable; then nothing was done. */
  async use<T>(isRead: boolean, options: UseOptions, work: (connection: Connection) => Promise<T>): Promise<T> {
    const { deadline, isUnlimited, onWait } = options;
    const permits = isRead ? this.reads : this.writes;
    const waitedMs = permits.tryAcquire() ? 0 : await waitForPermit(permits, deadline);
    onWait?.(waitedMs);
    const taken = this.take();
    let connection: Connection | undefined;
    const late = Promise.withResolvers<never>();
    const unwatch = deadline.watch(() => {
      if (connection === undefined) late.reject(tooLate());
      else if (!isUnlimited) connection.discard();
    });
    try {
      connection = await Promise.race([taken, late.promise]);
      return await work(connection);
    } finally {
      unwatch();
      // The permit is held until the pool of the driver has answered, even if the call waits no longer.
      const returned = taken.then(({ runner }) => runner.release()).catch(() => undefined);
      const freed = returned.finally(() => permits.release());
      if (connection !== undefined) await freed;
    }
  }

  private async take(): Promise<Connection> {
    const { source } = this;
    if (source === undefined) throw new DatabaseUnavailable(new Error('not connected'));
    try {
      for (;;) {
        const runner = source.createQueryRunner();
        const connection = this.dialect.connectionOf(runner, await runner.connect());
        if (connection.openedAt >= this.lostAt) return connection;
        connection.discard();
        await runner.release();
      }
    } catch (error) {
      const failure = translate(error, this.dialect);
      throw mayRepeat(failure, true) ? new DatabaseUnavailable(failure.cause, 'refused') : failure;
    }
  }

  /** Closes a connection that is of no use any more. The others that were open with it are closed before their use. */
  lose(connection: Connection): void {
    connection.discard();
    // The end of a connection that was open at the last loss says nothing about those that were opened since.
    if (connection.openedAt >= this.lostAt) this.lostAt = performance.now();
  }
}

/**
 * Waits for a permit until the deadline. Rejects with DatabaseUnavailable.
 * @returns how long the call waited, in milliseconds
 */
async function waitForPermit(permits: Semaphore, deadline: Deadline): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire({ deadline });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    const cause = new Error('too many calls wait for the database');
    throw new DatabaseUnavailable(cause, 'unavailable', { message: WORDS.busy });
  }
  return performance.now() - start;
}

/** Opens a first connection. Rejects with DomainError `unavailable`. */
async function openDataSource(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      entities: ENTITIES,
      migrations: migrationsOf(dialect),
      invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' }, // A condition that lacks its value is a mistake.
      synchronize: false, // The migrations make the tables.
      ...(await dialect.dataSourceOptions()),
      logger: SILENT,
    });
    await source.initialize();
    return source;
  } catch (error) {
    // If a pool was created before the failure, it must be closed.
    await source?.driver.disconnect().catch(() => undefined);
    throw unusable(error, dialect);
  }
}

/** Returns the error of a database that cannot be opened. */
function unusable(error: unknown, dialect: Dialect): DomainError {
  const failure = translate(error, dialect);
  if (failure instanceof DomainError) return failure;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new DatabaseUnavailable(cause, 'failing', { message: WORDS.unusable });
}
