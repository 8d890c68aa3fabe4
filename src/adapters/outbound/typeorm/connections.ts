import { DataSource } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import type { Connection, Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { mayRepeat, DatabaseUnavailable, translate, WORDS } from './errors.js';
import { migrationsOf } from './migrations.js';
import { repeatAfter } from './repetition.js';

/** For how long an attempt to open the connections is repeated, in milliseconds. */
const OPENING_MS = 1_000;

/** The connections to one database, which TypeORM opens and closes. */
export class Connections {
  private source: DataSource | undefined;
  private opening: Promise<void> | undefined;
  /**
   * When a connection was last lost or led to a read-only server. The others that were open then may lead to the same
   * server, and are closed before they are used again. Otherwise a busy pool would use them for as long as it is busy,
   * and their reads would not show what another server has stored since.
   */
  private lostAt = 0;

  constructor(private readonly dialect: Dialect) {}

  /** Opens a first connection. Does nothing while there is one. */
  async open(): Promise<void> {
    if (this.source !== undefined) return;
    const attempt = () => openDataSource(this.dialect);
    this.opening ??= attempt()
      // Another program may be creating the same file.
      .catch((failure: unknown) => repeatAfter(failure, attempt, { forMs: OPENING_MS }))
      .then((source) => void (this.source = source))
      .finally(() => (this.opening = undefined));
    await this.opening;
  }

  /** Hands out no more connections, and closes them. @param run does the closing when the calls allow it */
  async close(run: (closing: () => Promise<void>) => Promise<void>): Promise<void> {
    await this.opening?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source !== undefined) await run(() => source.destroy());
  }

  /** Takes a connection, whose runner the caller releases. Rejects with DatabaseUnavailable; then nothing was done. */
  async acquire(): Promise<Connection> {
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
      const isTemporary = failure instanceof DatabaseUnavailable && mayRepeat(failure, true);
      throw isTemporary ? new DatabaseUnavailable(failure.cause, 'refused') : failure;
    }
  }

  /** Closes a connection that is of no use any more. The others that were open with it are closed before their use. */
  lose(connection: Connection): void {
    connection.discard();
    // The end of a connection that was open at the last loss says nothing about those that were opened since.
    if (connection.openedAt >= this.lostAt) this.lostAt = performance.now();
  }
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
      // TypeORM's other loggers print failed migrations even if logging is off. Every error reaches the caller, which
      // logs it. This logger prints only what the variable DEBUG asks for.
      logger: 'debug',
    });
    await source.initialize();
    return source;
  } catch (error) {
    // If a pool was created before the failure, it must be closed.
    await source?.driver.disconnect().catch(() => undefined);
    const failure = translate(error, dialect);
    if (failure instanceof DomainError) throw failure;
    const cause = error instanceof Error ? error : new Error(String(error));
    throw new DatabaseUnavailable(cause, 'failing', { message: WORDS.unusable });
  }
}
