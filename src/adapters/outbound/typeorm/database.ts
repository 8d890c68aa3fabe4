import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager, type Logger, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AccountSchema } from './account-schema.js';
import { ApiKeySchema } from './api-key-schema.js';
import type { Dialect } from './dialect.js';
import { isContended, translate, unavailable } from './errors.js';
import { IdempotencyKeySchema } from './idempotency-key-schema.js';
import { InitialSchema1795132800000 } from './migrations/1795132800000-initial-schema.js';
import { AccountHolders1796083200000 } from './migrations/1796083200000-account-holders.js';
import { SessionDetails1796688000000 } from './migrations/1796688000000-session-details.js';
import { mysqlDialect, type MysqlOptions } from './mysql/dialect.js';
import { PetSchema } from './pet-schema.js';
import { SessionSchema } from './session-schema.js';
import { sqliteDialect, type SqliteOptions } from './sqlite/dialect.js';
import { Turns, type Waiter } from './turns.js';

export type DatabaseOptions = SqliteOptions | MysqlOptions;

/** Oldest first. A new one is added at the end; one that was released never changes. */
export const MIGRATIONS = [InitialSchema1795132800000, AccountHolders1796083200000, SessionDetails1796688000000];

/** How often work that was undone because of somebody else's is done in all. */
const MAX_TRIES = 5;

/** The pause before the second try, in milliseconds; it doubles from try to try, and is shortened at random. */
const FIRST_PAUSE = 10;

/** How many calls may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

/** How long a call may take unless told, in milliseconds. */
const PATIENCE = 5_000;

/** TypeORM prints failed migrations even where its logging is off; whatever fails here is thrown anyway. */
const SILENT: Logger = {
  logQuery() {},
  logQueryError() {},
  logQuerySlow() {},
  logSchemaBuild() {},
  logMigration() {},
  log() {},
};

export interface DatabaseTerms {
  /** How long a call may take, waiting for a connection and working on it, in milliseconds. */
  readonly patience?: number | undefined;
  /** Told of every call how long it waited for a connection, in milliseconds. */
  readonly waited?: ((time: number) => void) | undefined;
}

export interface CallTerms {
  /** In milliseconds; without end where it is Infinity. */
  readonly patience?: number | undefined;
  /** Whether it goes before all others that wait. */
  readonly urgent?: boolean;
}

/** A call, for as long as its patience may run out. */
interface Call extends Waiter {
  late: boolean;
  /** Set while the call has a connection: ends whatever it does there. */
  cut: (() => void) | undefined;
}

/**
 * The connection to one database, and the rules by which every statement reaches it.
 * Every method rejects with DomainError `unavailable` where the store cannot be reached or does not answer in time,
 * before `connect` and after `close` too, and with DuplicateError where a row would repeat a unique value.
 */
export class Database {
  readonly kind: DatabaseOptions['kind'];
  readonly dialect: Dialect;
  /** Who may use a connection; to be looked at only. */
  readonly turns: Turns;
  private source: DataSource | undefined;
  private connecting: Promise<void> | undefined;

  /** Connects to nothing yet. */
  constructor(
    options: DatabaseOptions,
    private readonly migrations: readonly (new () => MigrationInterface)[] = MIGRATIONS,
    private readonly terms: DatabaseTerms = {},
  ) {
    this.kind = options.kind;
    this.dialect = options.kind === 'mysql' ? mysqlDialect(options) : sqliteDialect(options);
    this.turns = new Turns(this.dialect.connections, MAX_WAITING);
  }

  /** Does nothing where there is a connection already; may be called again after it failed. */
  async connect(): Promise<void> {
    if (this.source !== undefined) return;
    this.connecting ??= this.open().finally(() => (this.connecting = undefined));
    await this.connecting;
  }

  /** Waits for work under way where the connection is shared. */
  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    const { source } = this;
    this.source = undefined;
    if (source === undefined) return;
    if (!this.dialect.shared) {
      await source.destroy();
      return;
    }
    if (!this.turns.tryBegin()) await this.turns.wait({ cancel: undefined }, false);
    await source.destroy().finally(() => this.turns.end());
  }

  /** Sends one statement, in a transaction of its own. It may be sent again where the store undid it. Costs the least. */
  query<T>(text: string, values: unknown[]): Promise<T> {
    return this.attempt(async (source, call) => {
      const held = (cut?: () => void) => {
        call.cut = cut;
        if (call.late) cut?.();
      };
      return (await this.dialect.send(source, text, values, held)) as T;
    }, {});
  }

  /** Sends what TypeORM writes, as `query` does. */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.onConnection((runner) => work(runner.manager));
  }

  /** Does the work wholly or not at all. It may be done again where the store undid it. */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.onConnection(async (runner) => {
      // Not TypeORM's own transaction: it counts its depth, and once SQLite has ended a transaction by itself (a full
      // disk) it would take later ones for nested and leave them open.
      try {
        await runner.query(this.dialect.begin);
        const result = await work(runner.manager);
        await runner.query('COMMIT');
        return result;
      } catch (error) {
        // The error that led here says more than one of cleaning up after it.
        await runner.query('ROLLBACK').catch(() => this.dialect.discard(runner).catch(() => undefined));
        throw error;
      }
    });
  }

  /**
   * Does the work on one connection, held for as long as the work takes. It may be done again as a whole. A connection on
   * which it takes longer than the call's patience is cut, and then nobody knows whether the last statement was done.
   */
  onConnection<T>(work: (runner: QueryRunner) => Promise<T>, terms: CallTerms = {}): Promise<T> {
    return this.attempt(async (source, call) => {
      const runner = source.createQueryRunner();
      call.cut = () => void this.dialect.cut(runner).catch(() => undefined); // it never had one
      try {
        return await work(runner);
      } finally {
        call.cut = undefined;
        await runner.release();
      }
    }, terms);
  }

  private async attempt<T>(
    work: (source: DataSource, call: Call) => Promise<T>,
    { patience = this.terms.patience ?? PATIENCE, urgent = false }: CallTerms,
  ): Promise<T> {
    const call: Call = { late: false, cancel: undefined, cut: undefined };
    const giveUp = () => {
      call.late = true;
      call.cancel?.();
      call.cut?.();
    };
    const isLate = () => call.late;
    const timer = patience === Infinity ? undefined : setTimeout(giveUp, patience);
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await this.inTurn(work, call, urgent);
        } catch (error) {
          if (isLate()) throw unavailable(new Error(`no answer within ${patience} ms`, { cause: translate(error) }));
          if (tries >= MAX_TRIES || !isContended(error)) throw translate(error);
          await pause(tries);
          if (isLate()) throw translate(error);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private async inTurn<T>(
    work: (source: DataSource, call: Call) => Promise<T>,
    call: Call,
    urgent: boolean,
  ): Promise<T> {
    if (this.turns.tryBegin()) this.terms.waited?.(0);
    else {
      const start = performance.now();
      await this.turns.wait(call, urgent);
      this.terms.waited?.(performance.now() - start);
    }
    try {
      if (this.source === undefined) throw unavailable(new Error('not connected'));
      return await work(this.source, call);
    } finally {
      this.turns.end();
    }
  }

  private async open(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const source = await this.newSource();
      try {
        await source.initialize();
        this.source = source;
        return;
      } catch (error) {
        // A pool that was made before the failure must not stay behind.
        if (!source.isInitialized) await source.driver.disconnect().catch(() => undefined);
        // Another program is making the same file.
        if (tries >= MAX_TRIES || !isContended(error)) throw unavailable(causeOf(error));
        await pause(tries);
      }
    }
  }

  private async newSource(): Promise<DataSource> {
    try {
      return new DataSource({
        ...(await this.dialect.connection()),
        entities: [PetSchema, IdempotencyKeySchema, AccountSchema, ApiKeySchema, SessionSchema],
        migrations: [...this.migrations],
        synchronize: false,
        logger: SILENT,
      });
    } catch (error) {
      throw unavailable(causeOf(error));
    }
  }
}

/** Whatever keeps us from connecting, the store cannot be reached; what it was is for the log. */
function causeOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function pause(tries: number): Promise<void> {
  await sleep(FIRST_PAUSE * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
}
