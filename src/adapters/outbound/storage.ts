import type {
  AccountRepository,
  ApiKeyRepository,
  PetRepository,
  SessionRepository,
} from '../../domain/ports/repositories.js';
import type { Throttle } from '../../domain/ports/security.js';
import type { Transfer } from '../../domain/ports/transfer.js';

/** The export of one storage folder; `storages.ts` lists them. Names and forms are for messages. */
export interface StorageKind {
  readonly name: string;
  /** The form of DATABASE_URL. */
  readonly urlForm: string;
  /** Loads no driver. `undefined` when the URL has another form. @throws InvalidStorageUrl when a part of it is wrong */
  parse(url: string): StorageTarget | undefined;
}

/** A store that a DATABASE_URL names. Holds the password, if there is one, where it is not enumerable. */
export interface StorageTarget {
  readonly name: string;
  /** The file or the server, such as `db.example:3306/animals`. Contains no secret. */
  readonly location: string;
  readonly scope: Scope;
  /** Loads the driver. Connects to nothing. */
  open(options?: StorageOptions): Promise<Storage>;
  /** Copies the store to a new file while others use it, and checks it. Rejects as `already_exists` or `unavailable`. */
  readonly backup?: (file: string, onProgress: OnBackupProgress) => Promise<void>;
  /** The engine's own command for that. */
  readonly backupTool?: string;
}

/** `done` and `total` count parts of the same size. */
export type OnBackupProgress = (done: number, total: number) => void;

/** Who else can use the same data: no other process, the command line of this machine, or programs on any machine. */
type Scope = 'process' | 'machine' | 'network';

/** A storage ignores the options that mean nothing to it. */
export interface StorageOptions {
  /** The most connections, at least 1; 10 by default. */
  readonly poolSize?: number | undefined;
  /** How long a call may take, its wait for a connection included, in milliseconds; 5000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Whether `connect` may create and prepare a store; true by default. Else it changes nothing, and rejects if there is none. */
  readonly create?: boolean | undefined;
  /** Called for every call with the time that it waited for a connection, in milliseconds. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** A repository for each port. Where they share connections, calls before `connect` and after `close` reject as `unavailable`. */
export interface Storage {
  readonly pets: PetRepository;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly sessions: SessionRepository;
  readonly throttle: Throttle;
  readonly schema: Schema;
  /** Connects. Rejects with DomainError `unavailable`, and may then be called again. Does nothing when connected. */
  connect(): Promise<void>;
  /** Closes the connections. May be called at any time and more than once. */
  close(): Promise<void>;

  /** Moves all data, for `copy`. */
  readonly transfer?: Transfer;
  /** Live numbers, for metrics. */
  readonly connections?: ConnectionStatistics;
  /** Checks a connected store and changes nothing, for `doctor`. Rejects with DomainError `unavailable`. */
  diagnose?(): Promise<Finding[]>;
}

/** Every method rejects with DomainError `unavailable` when the store cannot be reached. */
export interface Schema {
  /** Rejects also when a migration is pending or a copy into the store is unfinished. */
  check(): Promise<void>;
  /** The migrations that this program knows and the store does not have, oldest first. Changes nothing. */
  pendingMigrations(): Promise<string[]>;
  /** Applies pending migrations, each once also when several instances call; resolves to those that this call applied. */
  migrate(): Promise<string[]>;
}

/** The result of one check of the configuration or the store. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** The result, in one sentence. */
  readonly message: string;
  /** The remedy; absent when the check is ok. */
  readonly fix?: string;
}

/** Calls that use the store: the most at a time, now, and those that wait. */
export interface ConnectionStatistics {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The message continues a sentence that begins with `DATABASE_URL` and never contains a secret. */
export class InvalidStorageUrl extends Error {
  override readonly name = 'InvalidStorageUrl';
}
