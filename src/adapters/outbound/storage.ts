import type {
  AccountRepository,
  ApiKeyRepository,
  AttemptRepository,
  PetRepository,
  SessionRepository,
} from '../../domain/ports/repositories.js';
import type { DatabaseHealth } from '../../domain/ports/health.js';
import { DomainError } from '../../domain/errors.js';
import type { Semaphore } from '../support/semaphore.js';

/** The form of the DATABASE_URL of one kind of storage, such as SQLite. */
export interface UrlScheme {
  /** The form of its DATABASE_URL for messages, which begins with its scheme. */
  readonly urlForm: string;
  /**
   * Loads no driver. Returns `undefined` for a URL of another form. @throws InvalidStorageUrl when a part of it is
   * wrong
   */
  parse(url: string): StorageAddress | undefined;
}

/** A database that a DATABASE_URL names. No enumerable property contains its password. */
export interface StorageAddress {
  /** The name of the storage in messages. */
  readonly name: string;
  /** The file or the server, such as `db.example:3306/animals`. It contains no secret. */
  readonly location: string;
  /** Whether several processes serve the database. */
  readonly isShared: boolean;
  /** Whether the data outlast the process, so that the next start and every command find them. */
  readonly isDurable: boolean;
  /** Loads the driver. It does not connect to the database. */
  open(options?: StorageOptions): Promise<Storage>;
  /**
   * Copies the database to a new file while others use it. Rejects with DomainError `already_exists` if the file exists,
   * `invalid` if the name or the database cannot be that of a backup, and `unavailable` if the file cannot be written or
   * the database cannot be read.
   */
  readonly backup?: (file: string, onProgress: OnBackupProgress) => Promise<void>;
  /** The command of the engine that makes a backup, if there is one and `backup` is absent. */
  readonly backupTool?: string;
}

export type OnBackupProgress = (done: number, total: number) => void;

/** A storage without connections or waits ignores the options about them. */
export interface StorageOptions {
  /** At least 1. The default is 10. */
  readonly poolSize?: number | undefined;
  /** How long a call may take, including its wait for a connection. The default is 5000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether `connect` may create a database, which is the default. Otherwise it changes nothing, and rejects if there
   * is none.
   */
  readonly create?: boolean | undefined;
  readonly onCreate?: (() => void) | undefined;
  /** Called for every call with the milliseconds for which it waited for a connection. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/**
 * The opened database, with a repository for each port. If the repositories share connections, calls before `connect`
 * and after `close` reject with DomainError `unavailable`.
 */
export interface Storage {
  readonly pets: PetRepository;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly sessions: SessionRepository;
  readonly attempts: AttemptRepository;
  /** `check` also rejects while a migration is pending or a copy into the database is not finished. */
  readonly health: DatabaseHealth;
  readonly schema: Schema;
  /** Does nothing when connected. After it has rejected with DomainError `unavailable`, it may be called again. */
  connect(): Promise<void>;
  /** It may be called at any time and more than once, and ends a `connect` that takes long. */
  close(): Promise<void>;

  /** For the command `copy`. */
  readonly transfer?: Transfer;
  readonly connections?: Pick<Semaphore, 'size' | 'busy' | 'waiting'>;
  /**
   * Reads all of a connected database, for `doctor`, also one with pending migrations. Changes nothing. Rejects with
   * DomainError `unavailable` if the database is read-only, or is damaged in a part that a start does not read.
   */
  diagnose?(): Promise<void>;
}

/**
 * The tables of a database. Every method rejects with DomainError `unavailable` when the database cannot be reached or
 * refuses a statement. A database that needs no preparation has no migrations.
 */
export interface Schema {
  /** Lists the migrations that this program knows and the database does not have, by name, oldest first. */
  pending(): Promise<string[]>;
  /**
   * Applies pending migrations, each one once even if several instances call. Writes nothing if there are none. Resolves
   * to the names of those that this call applied.
   * @param onWait called once, with the reason, if another program holds a lock that a migration needs
   */
  migrate(onWait?: (reason: string) => void): Promise<string[]>;
}

/** Called before the first batch of a copy and after each one. `done` and `total` count the rows of all tables. */
export type OnCopyProgress = (done: number, total: number) => void;

export type RowCounts = ReadonlyMap<string, number>;

export interface Transfer {
  /**
   * Copies a snapshot of the connected database to `target`, which is connected, migrated and empty, and compares the
   * numbers of their rows. It holds only one batch in memory. Attempts to sign in are left out, because they expire
   * within a day. Once rows are written, no program uses the target until a copy into it succeeds. Later ids of the
   * target are greater than any that the source ever had.
   */
  copyTo(target: Transfer, onProgress: OnCopyProgress): Promise<RowCounts>;
}

/** Its message continues a sentence that begins with `DATABASE_URL`, and never contains a secret. */
export class InvalidStorageUrl extends Error {
  override readonly name = 'InvalidStorageUrl';
}

/** The message is for clients, and that of the cause for the operator. */
export class StorageUnavailable extends DomainError {
  constructor(
    message: string,
    override readonly cause: Error,
  ) {
    super('unavailable', message, { cause });
  }
}

/** The cause of StorageUnavailable if there is no database yet, and a start creates it. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/**
 * The cause of StorageUnavailable if the database refused the user or a right, or does not exist, so that another
 * start changes nothing.
 */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}
