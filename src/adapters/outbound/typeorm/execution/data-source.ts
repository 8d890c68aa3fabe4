import { DataSource, type Logger } from 'typeorm';
import type { Deadline } from '../../../support/deadline.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Dialect } from './dialect.js';
import { DatabaseUnavailable, tooLate, translate } from './failures.js';

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

/** TypeORM's data source, which opens the connections. */
export class OpenDataSource {
  private source: DataSource | undefined;
  private opening: Promise<DataSource> | undefined;
  private isClosed = false;

  constructor(private readonly dialect: Dialect) {}

  /** @throws DatabaseUnavailable while it is not open */
  get(): DataSource {
    if (this.source === undefined) throw new DatabaseUnavailable(new Error('not connected'));
    return this.source;
  }

  /** Opens a first connection. Does nothing while there is one. Rejects with DatabaseUnavailable. */
  async open(deadline: Deadline): Promise<void> {
    if (this.source !== undefined) return;
    if (this.isClosed) throw new DatabaseUnavailable(new Error('closed'));
    this.opening ??= initialize(this.dialect)
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
}

async function initialize(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' }, // A condition that lacks its value is a mistake.
      synchronize: false, // The migrations make the tables.
      ...(await dialect.connections.dataSourceOptions()),
      migrations: [...dialect.schema.migrations],
      logger: SILENT,
    });
    return await source.initialize();
  } catch (error) {
    await source?.driver.disconnect().catch(() => undefined);
    const failure = translate(error, dialect.errors);
    if (failure instanceof DomainError) throw failure;
    throw new DatabaseUnavailable(error instanceof Error ? error : new Error(String(error)), 'unusable');
  }
}
