import { DataSource, type Logger } from 'typeorm';
import type { Deadline } from '../../../support/deadline.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { DatabaseUnavailable, mayRepeat, tooLate, translate, WORDS } from './failures.js';

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

/** The connections to one database, which TypeORM opens and closes. */
export class ConnectionPool {
  private source: DataSource | undefined;
  private opening: Promise<DataSource> | undefined;
  private isClosed = false;
  /**
   * When a connection was last lost or led to a read-only server. The others that were open then may lead to the same
   * server, and are closed before they are used again. Otherwise a busy pool would use them for as long as it is busy,
   * and their reads would not show what another server has stored since.
   */
  private lostAt = 0;

  constructor(private readonly dialect: Dialect) {}

  /** Opens a first connection. Does nothing while there is one. Rejects with DatabaseUnavailable. */
  async open(deadline: Deadline): Promise<void> {
    if (this.source !== undefined) return;
    if (this.isClosed) throw new DatabaseUnavailable(new Error('closed'));
    this.opening ??= openDataSource(this.dialect)
      .then((source) => (this.source = source))
      .finally(() => (this.opening = undefined));
    await deadline.race(this.opening, () => {
      this.dialect.pool.cutAll(); // The server may have stopped while TypeORM asks for its version.
      return tooLate();
    });
  }

  /** Hands out no more connections, and closes them. @param whenIdle waits for running work if that is necessary */
  async close(whenIdle: (closing: () => Promise<void>) => Promise<void>): Promise<void> {
    this.isClosed = true;
    const cut = setTimeout(() => this.dialect.pool.cutAll(), CLOSING_MS); // The server may have stopped.
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    // Closing fails only if a server is away or does not answer before the cut. The connection has ended then, too.
    await whenIdle(async () => source?.destroy().catch(() => undefined)).finally(() => clearTimeout(cut));
  }

  /** Hands out a connection, whose runner is released after its use. Without one it rejects with DatabaseUnavailable. */
  async take(): Promise<Connection> {
    const { source } = this;
    if (source === undefined) throw new DatabaseUnavailable(new Error('not connected'));
    try {
      for (;;) {
        const runner = source.createQueryRunner();
        const connection = this.dialect.pool.connectionOf(runner, await runner.connect());
        if (connection.openedAt >= this.lostAt) return connection;
        connection.discard();
        await runner.release();
      }
    } catch (error) {
      const failure = translate(error, this.dialect.errors);
      throw mayRepeat(failure, true) ? new DatabaseUnavailable(failure.cause, 'refused') : failure;
    }
  }

  /** Closes a connection that is of no use any more. The others that were open with it are closed before their use. */
  lose(connection: Connection): void {
    connection.discard();
    // If this connection is older than the last loss, newer ones are not suspect.
    if (connection.openedAt >= this.lostAt) this.lostAt = performance.now();
  }
}

/** Opens a first connection. Rejects with DomainError `unavailable`. */
async function openDataSource(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' }, // A condition that lacks its value is a mistake.
      synchronize: false, // The migrations make the tables.
      ...(await dialect.pool.dataSourceOptions()),
      migrations: [...dialect.schema.migrations],
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
  const failure = translate(error, dialect.errors);
  if (failure instanceof DomainError) return failure;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new DatabaseUnavailable(cause, 'failing', { message: WORDS.unusable });
}
