import pRetry, { type Options as RetryOptions } from 'p-retry';
import { AbstractLogger, DataSource } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { isUndone, unusable } from '../support/errors.js';
import type { Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { translate } from './errors.js';
import { MIGRATIONS } from './migrations.js';
import { migrationClass } from './tables.js';

/** Pauses of 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms, in which another call may finish or a proxy switch over. */
export const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** TypeORM prints failed migrations even when its logging is off. Every error is thrown and logged by the caller. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

/**
 * Opens TypeORM, with further attempts while another program creates the same file.
 * Rejects with DomainError `unavailable`.
 */
export function openDataSource(dialect: Dialect): Promise<DataSource> {
  return pRetry(() => open(dialect), { ...PAUSES, retries: 4, shouldRetry: ({ error }) => isUndone(error) });
}

async function open(dialect: Dialect): Promise<DataSource> {
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
