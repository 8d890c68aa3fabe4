import { DataSource, type Logger } from 'typeorm';
import type { Deadline } from '../../../support/deadline.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { DatabaseUnavailable, mayRepeat, tooLate, translate, WORDS } from './failures.js';

/** How long a close waits for the server, in milliseconds. */
const CLOSING_MS = 300;

/**
 * Every error reaches the caller, which logs it. TypeORM's loggers print failed migrations even if logging is off, and
 * statements with their values if DEBUG asks for them.
 */
const SILENT: Logger = {
  logQuery() {},
  logQueryError() {},
  logQuerySlow() {},
  logSchemaBuild() {},
  logMigration() {},
  log() {},
};

export class ConnectionPool {
  private source: DataSource | undefined;
  private opening: Promise<DataSource> | undefined;
  private isClosed = false;
  /**
   * When a connection was last lost or led to a read-only server. Those that were open then may lead to the same
   * server, and are closed before they are used again: a busy pool would keep them, and their reads would be stale.
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
      this.dialect.connections.cutAll(); // The server may have stopped while TypeORM asks for its version.
      return tooLate();
    });
  }

  /** @param whenIdle waits for running work if that is necessary */
  async close(whenIdle: (closing: () => Promise<void>) => Promise<void>): Promise<void> {
    this.isClosed = true;
    const cut = setTimeout(() => this.dialect.connections.cutAll(), CLOSING_MS); // The server may have stopped.
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    // Closing fails only if the server is away or silent, and the connection has ended then, too.
    await whenIdle(async () => source?.destroy().catch(() => undefined)).finally(() => clearTimeout(cut));
  }

  /** Hands out a connection, whose runner is released after its use. Without one it rejects with DatabaseUnavailable. */
  async take(): Promise<Connection> {
    const { source } = this;
    if (source === undefined) throw new DatabaseUnavailable(new Error('not connected'));
    try {
      for (;;) {
        const runner = source.createQueryRunner();
        const connection = this.dialect.connections.connectionOf(runner, await runner.connect());
        if (connection.openedAt >= this.lostAt) return connection;
        connection.discard();
        await runner.release();
      }
    } catch (error) {
      const failure = translate(error, this.dialect.errors);
      throw mayRepeat(failure, true) ? new DatabaseUnavailable(failure.cause, 'refused') : failure;
    }
  }

  /** Closes a connection now, and those that were open with it before their next use. */
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
      ...(await dialect.connections.dataSourceOptions()),
      migrations: [...dialect.schema.migrations],
      logger: SILENT,
    });
    await source.initialize();
    return source;
  } catch (error) {
    await source?.driver.disconnect().catch(() => undefined);
    throw unusable(error, dialect);
  }
}

function unusable(error: unknown, dialect: Dialect): DomainError {
  const failure = translate(error, dialect.errors);
  if (failure instanceof DomainError) return failure;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new DatabaseUnavailable(cause, 'failing', { message: WORDS.unusable });
}
