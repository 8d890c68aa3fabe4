import { DataSource } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import type { Dialect } from './dialect.js';
import { ENTITIES } from './entities.js';
import { StoreUnavailable, translate } from './errors.js';
import { migrationsOf } from './migrations.js';

/**
 * The share of the connections reserved for writes. The rest serve reads, so that reads continue when every write
 * hangs, as in a group of servers that has lost its majority.
 */
const WRITE_SHARE = 0.4;

/** How many reads, and how many writes, may wait for a connection. More are refused immediately. */
const MAX_WAITING = 1000;

/**
 * The permits to use a connection to one database. Reads and writes have permits of their own, except that all calls
 * share the permit of a single connection.
 */
export class Permits {
  private readonly reads: Semaphore;
  private readonly writes: Semaphore;

  /** @param size the most connections, at least 1 */
  constructor(readonly size: number) {
    const forWrites = Math.max(1, Math.floor(size * WRITE_SHARE));
    this.reads = new Semaphore(Math.max(1, size - forWrites), MAX_WAITING);
    this.writes = size === 1 ? this.reads : new Semaphore(forWrites, MAX_WAITING);
  }

  get busy(): number {
    return this.reads.busy + (this.writes === this.reads ? 0 : this.writes.busy);
  }

  get waiting(): number {
    return this.reads.waiting + (this.writes === this.reads ? 0 : this.writes.waiting);
  }

  of(isRead: boolean): Semaphore {
    return isRead ? this.reads : this.writes;
  }
}

/**
 * Waits for a permit until the deadline, on the clock of performance.now(). Rejects with DomainError `unavailable`.
 * @returns how long the call waited, in milliseconds
 */
export async function waitForPermit(permits: Semaphore, deadline: number): Promise<number> {
  const start = performance.now();
  try {
    await permits.acquire(deadline === Infinity ? {} : { timeoutMs: Math.max(0, deadline - start) });
  } catch (error) {
    if (!(error instanceof NoPermitError)) throw error;
    throw new StoreUnavailable(new Error('too many calls wait for the database'), 'busy');
  }
  return performance.now() - start;
}

/** Opens the connections, which TypeORM closes. Rejects with DomainError `unavailable`. */
export async function openDataSource(dialect: Dialect): Promise<DataSource> {
  let source: DataSource | undefined;
  try {
    source = new DataSource({
      entities: ENTITIES,
      migrations: migrationsOf(dialect),
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
    throw new StoreUnavailable(error instanceof Error ? error : new Error(String(error)), 'unusable');
  }
}
